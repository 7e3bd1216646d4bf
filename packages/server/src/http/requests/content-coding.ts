import type { IncomingMessage } from 'node:http'
import { AppError } from '@spindle/contract'

/**
 * Refuses a body in a content coding such as gzip (RFC 9110 section 8.4), also as a transfer coding (RFC 9112 section 7).
 * The hub stores what arrives, so a coded master would be stored as an archive, and coded JSON would be called invalid. The
 * body of a GET is not read, so its coding does not matter (RFC 9110 section 9.3.1).
 */
export function refuseContentCoding({ method, headers }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return
  const coding = headers['content-encoding']?.trim().toLowerCase()
  const transfer = headers['transfer-encoding']?.trim().toLowerCase()
  const hasBody = transfer !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (hasBody && coding && coding !== 'identity') throw refuseCoding('Content-Encoding', coding)
  if (transfer !== undefined && transfer !== 'chunked') throw refuseCoding('Transfer-Encoding', transfer)
}

const refuseCoding = (header: string, coding: string): AppError =>
  new AppError('unsupported_media_type', {
    detail: `The hub does not decode ${header}: ${coding.slice(0, 40)}. Send the body without it.`,
  })
