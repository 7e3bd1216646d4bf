import { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRangeCurrent, parseRange } from '../requests/range.ts'
import type { FileResponse } from './handler-response.ts'

/** Headers by which a browser page, and not a program, identifies itself. */
const pageHeaders = ['origin', 'cookie', 'sec-fetch-site'] as const

/** Sends a file or the requested part of it. Its bytes are piped, so a slow reader costs no memory. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse['file'],
): Promise<FastifyReply> {
  const { size } = file
  reply.header('accept-ranges', 'bytes')
  const { range: header, 'if-range': ifRange } = request.headers
  // Ranges are defined for GET alone (RFC 9110 section 14.2).
  const isCurrent =
    request.method === 'GET' &&
    isRangeCurrent(Array.isArray(ifRange) ? ifRange[0] : ifRange, String(reply.getHeader('etag')))
  const range = isCurrent ? parseRange(header, size) : 'whole'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`).removeHeader('etag')
    throw new AppError('range_not_satisfiable', { detail: `The content has ${size} bytes.` })
  }
  const elsewhere = await findElsewhere(request, reply, file)
  if (elsewhere !== undefined) return sendElsewhere(reply, elsewhere)
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  const isEmpty = request.method === 'HEAD' || size === 0
  return reply.send(isEmpty ? Readable.from([]) : await file.open(start, end))
}

/**
 * Pages get the bytes from here: a browser would hand their key on to wherever a redirect leads, and plays in the
 * console what comes from the hub alone. So does whoever names our entity tag for a range, because the store has its
 * own.
 */
async function findElsewhere(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse['file'],
): Promise<string | undefined> {
  const isPage = pageHeaders.some((name) => headers[name] !== undefined)
  const namesOurTag = headers['if-range'] === String(reply.getHeader('etag'))
  if (!file.findUrl || method !== 'GET' || isPage || namesOurTag) return undefined
  const headerOf = (name: 'content-disposition' | 'cache-control'): string | undefined =>
    reply.getHeader(name) as string | undefined
  return file.findUrl({
    contentType: file.mediaType,
    contentDisposition: headerOf('content-disposition'),
    cacheControl: headerOf('cache-control') ?? 'no-store',
  })
}

/** Nobody keeps it: it would outlive the address, and renewed by the entity tag it would never end. */
const sendElsewhere = (reply: FastifyReply, location: string): FastifyReply =>
  reply
    .code(307)
    .removeHeader('content-type')
    .removeHeader('content-disposition')
    .headers({ location, 'cache-control': 'no-store' })
    .send()
