import { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileResponse } from './handler-response.ts'
import { isRangeCurrent, parseRange } from './range.ts'

/** Sends a file or the part of it that was asked for. Its bytes are piped, so a slow reader costs no memory. */
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
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  const isEmpty = request.method === 'HEAD' || size === 0
  return reply.send(isEmpty ? Readable.from([]) : await file.open(start, end))
}
