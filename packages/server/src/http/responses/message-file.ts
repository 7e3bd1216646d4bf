import { Readable } from 'node:stream'
import { etagOf } from './etag.ts'
import type { FileResponse } from './handler-response.ts'

/** XML that others wrote or were sent: downloaded byte for byte, and shown by no browser. */
export function messageFile(id: string, bytes: Buffer, sha256: string): FileResponse {
  return {
    file: {
      mediaType: 'application/xml',
      size: bytes.length,
      heldBytes: bytes.length,
      open: async (start, end) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    },
    etag: etagOf(sha256),
    headers: {
      'content-disposition': `attachment; filename="${id}.xml"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  }
}
