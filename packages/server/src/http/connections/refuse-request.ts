import type { ServerResponse } from 'node:http'
import type { AppError } from '@spindle/contract'
import { problemMediaType, toProblem } from '../responses/problem.ts'

/** Answers a request that must not reach a handler, and ends its connection. */
export function refuseRequest(
  response: ServerResponse,
  error: AppError,
  { publicUrl, requestId }: { readonly publicUrl: string; readonly requestId: string },
): void {
  const problem = toProblem(error, { publicUrl, requestId })
  const body = JSON.stringify(problem)
  const { retryAfterSeconds } = error.options
  response.writeHead(problem.status, {
    'content-type': problemMediaType,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    connection: 'close',
  })
  response.end(body)
}
