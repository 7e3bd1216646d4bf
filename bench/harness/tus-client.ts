import { createReadStream } from 'node:fs'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** A small tus 1.0 client that takes little of the shared cores: creation, one PATCH, termination. */

export interface TusServer {
  /** Where uploads are created. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface SourceFile {
  readonly path: string
  readonly bytes: number
}

const chunkBytes = 512 * 1024

/** Answers the address of the upload. */
export async function createUpload({ url, headers }: TusServer, { bytes }: SourceFile): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `filename ${btoa('master.wav')}`,
    },
  })
  const location = response.headers.get('location')
  if (response.status !== 201 || location === null)
    throw new Error(`The upload was not created: ${response.status} ${await response.text()}`)
  return new URL(new URL(location, url).pathname, url).href
}

/** Resolves when the server has acknowledged the last byte. */
export async function sendBytes({ headers }: TusServer, upload: string, { path, bytes }: SourceFile): Promise<void> {
  const request = http.request(upload, {
    method: 'PATCH',
    agent: false,
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes,
    },
  })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
  })
  // A server that refuses closes the connection during the body; its answer with the reason arrives before.
  await Promise.all([
    answered.then(requireTaken),
    pipeline(createReadStream(path, { highWaterMark: chunkBytes }), request),
  ])
}

async function requireTaken(response: http.IncomingMessage): Promise<void> {
  const answer = await text(response)
  if (response.statusCode !== 204) throw new Error(`The bytes were not taken: ${response.statusCode} ${answer}`)
}

export async function removeUpload({ headers }: TusServer, upload: string): Promise<void> {
  const response = await fetch(upload, { method: 'DELETE', headers: { ...headers, 'tus-resumable': '1.0.0' } })
  if (response.status !== 204) throw new Error(`The upload was not removed: ${response.status}`)
}
