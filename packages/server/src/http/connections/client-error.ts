import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '@spindle/contract'
import { problemMediaType, toProblem } from '../responses/problem.ts'
import { closeGently, type LingerLimits } from './lingering-close.ts'

/** Bytes that are not an HTTP request never reach a route; they are also answered with a problem document. */
export function answerClientError({
  error,
  socket,
  publicUrl,
  requestId,
  linger,
}: {
  error: NodeJS.ErrnoException
  socket: Socket
  publicUrl: string
  requestId: string
  linger: LingerLimits
}): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = toProblem(new AppError(codeOf(error)), { publicUrl, requestId })
  const body = JSON.stringify(problem)
  closeGently(
    socket,
    linger,
    `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  )
}

function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return 'invalid_request'
}
