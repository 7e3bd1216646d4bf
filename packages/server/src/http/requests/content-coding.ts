import type { IncomingMessage } from 'node:http'
import { AppError } from '@spindle/contract'

/**
 * Refuses a body in a content coding such as gzip (RFC 9110 section 8.4): the hub stores what arrives, so a coded master
 * would be stored as an archive, and coded JSON would be called invalid. The body of a GET is not read, so its coding
 * does not matter (section 9.3.1).
 */
export function refuseContentCoding({ method, headers }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD') return
  const coding = headers['content-encoding']?.trim().toLowerCase()
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody || !coding || coding === 'identity') return
  throw new AppError('unsupported_media_type', {
    detail: `The hub does not decode Content-Encoding: ${coding.slice(0, 40)}. Send the body without it.`,
  })
}
