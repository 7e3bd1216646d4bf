import { connect } from 'node:net'

/**
 * A tus client without hidden behaviour: raw requests, so that a test controls every byte. Retries are up to the test.
 */

export interface TusTarget {
  readonly host: string
  readonly port: number
  readonly apiKey: string
}

export interface TusAnswer {
  readonly status: number
  readonly headers: Headers
}

const uploadsPath = '/api/v1/distributor/uploads'
const version = { 'tus-resumable': '1.0.0' }

export interface NewTusUpload {
  readonly size: number
  readonly filename?: string
  readonly kind?: string
  readonly idempotencyKey?: string
  readonly bytes?: Buffer
}

/** The id, and the offset the hub acknowledged. */
export async function createTusUpload(
  baseUrl: string,
  apiKey: string,
  { size, filename = 'master.wav', kind, idempotencyKey, bytes }: NewTusUpload,
): Promise<{ readonly uploadId: string; readonly offset: number }> {
  const response = await fetch(`${baseUrl}${uploadsPath}`, {
    method: 'POST',
    headers: {
      ...version,
      'x-api-key': apiKey,
      'upload-length': String(size),
      'upload-metadata': [
        `filename ${Buffer.from(filename).toString('base64')}`,
        ...(kind === undefined ? [] : [`kind ${Buffer.from(kind).toString('base64')}`]),
      ].join(','),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(bytes === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
    },
    ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new TusError('creation', response.status, text)
  const uploadId = response.headers.get('location')?.split('/').at(-1) ?? ''
  return { uploadId, offset: Number(response.headers.get('upload-offset')) }
}

export class TusError extends Error {
  readonly status: number
  constructor(what: string, status: number, text = '') {
    super(`tus ${what} was answered with ${status} ${text}`.trimEnd())
    this.status = status
  }
}

/** The offset that the hub reports as durable. */
export async function askTusOffset(baseUrl: string, apiKey: string, uploadId: string): Promise<number> {
  const response = await fetch(`${baseUrl}${uploadsPath}/${uploadId}`, {
    method: 'HEAD',
    headers: { ...version, 'x-api-key': apiKey },
  })
  if (response.status !== 200) throw new TusError('HEAD', response.status)
  return Number(response.headers.get('upload-offset'))
}

/** One PATCH; returns the acknowledged offset. */
export async function patchTus(
  baseUrl: string,
  apiKey: string,
  { uploadId, offset, bytes }: { readonly uploadId: string; readonly offset: number; readonly bytes: Buffer },
): Promise<number> {
  const response = await fetch(`${baseUrl}${uploadsPath}/${uploadId}`, {
    method: 'PATCH',
    headers: {
      ...version,
      'x-api-key': apiKey,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  if (response.status !== 204) throw new TusError('PATCH', response.status, text)
  return Number(response.headers.get('upload-offset'))
}

export interface RawPatch {
  readonly uploadId: string
  readonly offset: number
  readonly bytes: Buffer
  /** Sends the body without a stated length. */
  readonly isChunked?: boolean
}

/** A running request. */
export interface RawPatchUnderWay {
  /** Bytes before the body begins. */
  readonly headerBytes: number
  /** Resolves when the connection has ended; undefined if it was lost before an answer. */
  readonly answered: Promise<TusAnswer | undefined>
}

/** The same on a separate socket that may be closed at any byte. */
export function patchTusRaw(
  target: TusTarget,
  { uploadId, offset, bytes, isChunked = false }: RawPatch,
): RawPatchUnderWay {
  const head = Buffer.from(
    [
      `PATCH ${uploadsPath}/${uploadId} HTTP/1.1`,
      'Host: hub',
      'Tus-Resumable: 1.0.0',
      `X-API-Key: ${target.apiKey}`,
      'Content-Type: application/offset+octet-stream',
      `Upload-Offset: ${offset}`,
      isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`,
      'Connection: close',
      '\r\n',
    ].join('\r\n'),
  )
  const answered = new Promise<TusAnswer | undefined>((resolve) => {
    const socket = connect(target.port, target.host)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(parseAnswer(answer)))
    socket.on('end', () => socket.destroy())
    socket.write(head)
    socket.write(isChunked ? chunked(bytes) : bytes)
  })
  return { headerBytes: head.length, answered }
}

const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])

/** Undefined unless the headers arrived completely. */
function parseAnswer(text: string): TusAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers }
}
