import http from 'node:http'
import type { DemoFile } from './material.ts'

/** The demo is a client like any other: it speaks HTTP and tus 1.0 to the hub's address and knows nothing of its inside. */
export class DemoApi {
  private readonly baseUrl: string
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  /** Any request; answers status, headers and parsed body. */
  async call(method: string, path: string, { headers = {}, body }: CallOptions = {}): Promise<CallAnswer> {
    const isText = typeof body === 'string'
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: { ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
    }
  }

  /** The same, where only success will do. */
  async expect<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const { status, body } = await this.call(method, path, options)
    if (status >= 200 && status < 300) return body as T
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`)
  }

  /** Uploads by tus 1.0; with `cutAfterBytes` the connection is destroyed there and the upload resumed from its offset. */
  async upload(
    apiKey: string,
    file: DemoFile,
    cutAfterBytes?: number,
  ): Promise<{ readonly uploadId: string; readonly resumedAt: number | undefined }> {
    const common = { 'x-api-key': apiKey, 'tus-resumable': '1.0.0' }
    const metadata = { filename: file.path.split('/').at(-1) ?? 'file', filetype: file.contentType }
    const created = await this.call('POST', '/api/v1/distributor/uploads', {
      headers: { ...common, 'upload-length': String(file.bytes.length), 'upload-metadata': encodeMetadata(metadata) },
    })
    const location = created.headers.get('location')
    if (created.status !== 201 || location === null)
      throw new Error(`The upload was not created: ${created.status} ${JSON.stringify(created.body)}`)
    const url = new URL(location, this.baseUrl)
    if (cutAfterBytes !== undefined)
      await sendAndCut(url, common, file.bytes.subarray(0, cutAfterBytes), file.bytes.length)
    const offset = cutAfterBytes === undefined ? 0 : await this.offset(url.pathname, common)
    const patch = await fetch(url, {
      method: 'PATCH',
      headers: { ...common, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: new Uint8Array(file.bytes.subarray(offset)),
    })
    if (patch.status !== 204) throw new Error(`The bytes were not taken: ${patch.status} ${await patch.text()}`)
    return {
      uploadId: url.pathname.split('/').at(-1) ?? '',
      resumedAt: cutAfterBytes === undefined ? undefined : offset,
    }
  }

  private async offset(path: string, headers: Record<string, string>): Promise<number> {
    const answer = await this.call('HEAD', path, { headers })
    return Number(answer.headers.get('upload-offset'))
  }
}

export interface CallOptions {
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

export interface CallAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const encodeMetadata = (members: Record<string, string>): string =>
  Object.entries(members)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Announces the whole file, sends a part of it and pulls the plug. */
function sendAndCut(url: URL, headers: Record<string, string>, part: Buffer, totalBytes: number): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(url, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': totalBytes,
      },
    })
    request.on('error', () => resolve())
    request.on('close', () => resolve())
    request.write(part, () => request.destroy())
  })
}
