import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenUntilEnd } from '../listen.ts'
import { verifyPresigned } from './verify-presigned.ts'

/**
 * An object store in memory with scripted failures, as strict as the strictest real one: it refuses to complete an
 * upload with a missing part. It also detects what no store would: a name that is written twice, and a part number that
 * is sent again with other bytes.
 */
export interface FakeS3 {
  readonly options: { readonly endpoint: string; readonly bucket: string; readonly region: string }
  /** The requests, in order. */
  readonly asked: Operation[]
  /** The requests with a presigned address. */
  readonly visits: Visit[]
  /** Broken rules of the driver; always empty when it is right. */
  readonly violations: string[]
  /** The next `times` requests of this kind fail like this. */
  fail(operation: Operation, fault: Fault, times?: number): void
  /** Called before every request for its fault. */
  faultOf: (operation: Operation) => Fault | undefined
  /** Closes every connection, including those of unanswered requests. */
  hangUp(): void
  objectNames(): string[]
  /** Names of objects in the order in which they were written, each time that one was. */
  readonly written: readonly string[]
  /** Flips one bit of an object, as a disk may. */
  spoil(name: string): void
  /** Deletes an object without notice. */
  lose(name: string): void
  /** As it is stored. */
  bytesOf(name: string): Buffer
  /** Writes an object, as of a time. */
  place(name: string, body: Buffer, at?: Date): void
  /** The answer to every request; undefined for a store that works. */
  refusal: { readonly status: number; readonly code: string } | undefined
  /** For a hub that stores its uploads here. */
  readonly environment: Readonly<Record<string, string>>
  /** For a hub that stores its backups here. */
  readonly backupEnvironment: Readonly<Record<string, string>>
  /** Names of objects with an open multipart upload. */
  uploadNames(): string[]
}

export type Operation =
  | 'head-bucket'
  | 'list'
  | 'list-uploads'
  | 'put'
  | 'get'
  | 'head'
  | 'delete'
  | 'begin'
  | 'part'
  | 'parts'
  | 'complete'
  | 'abort'

/** A request by a signed address. */
export interface Visit {
  readonly operation: Operation
  readonly headers: IncomingMessage['headers']
}

/**
 * `error`: 500, nothing done. `lost`: done, but the answer is lost. `silent`: no answer. `cut`: the answer breaks off.
 */
export type Fault = 'error' | 'lost' | 'silent' | 'cut'

interface Stored {
  readonly body: Buffer
  readonly at: Date
}

interface Upload {
  readonly key: string
  readonly at: Date
  readonly parts: Map<number, Buffer>
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

interface Call {
  readonly operation: Operation
  readonly key: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly range: string | undefined
}

const bucket = 'bucket'
const secretAccessKey = 'secret'

export async function startFakeS3({ minPartBytes = 1, pageSize = 3 } = {}): Promise<FakeS3> {
  const state: State = { objects: new Map(), uploads: new Map(), violations: [], written: [], minPartBytes, pageSize }
  const asked: Operation[] = []
  const visits: Visit[] = []
  const scripted: { readonly operation: Operation; readonly fault: Fault }[] = []
  const takeScripted = (operation: Operation): Fault | undefined => {
    const index = scripted.findIndex((entry) => entry.operation === operation)
    return index < 0 ? undefined : scripted.splice(index, 1)[0]?.fault
  }
  const fake: Pick<FakeS3, 'faultOf' | 'refusal'> = { faultOf: takeScripted, refusal: undefined }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request)
    asked.push(call.operation)
    const fault = fake.faultOf(call.operation)
    if (fault === 'silent') return
    if (fault === 'error') return send(response, problem(500, 'InternalError'))
    const verdict = verifyPresigned(request, secretAccessKey)
    if (verdict !== undefined) visits.push({ operation: call.operation, headers: request.headers })
    if (verdict !== undefined && verdict !== 'valid') return send(response, problem(403, verdict))
    const sent = request.headers['x-amz-content-sha256']
    const isSigned = verdict === 'valid' || sent === createHash('sha256').update(call.body).digest('hex')
    if (fake.refusal) return send(response, problem(fake.refusal.status, fake.refusal.code))
    const isKnown = request.url?.split(/[/?]/)[1] === bucket
    if (!isKnown) return send(response, problem(404, 'NoSuchBucket'))
    const answer = isSigned ? handlers[call.operation](state, call) : problem(400, 'XAmzContentSHA256Mismatch')
    if (fault === 'lost') return void response.destroy()
    if (fault === 'cut' && answer.body) return cut(response, answer)
    send(response, answer)
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  const port = await listenUntilEnd(server)
  return Object.assign(fake, {
    options: { endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1' },
    asked,
    visits,
    violations: state.violations,
    written: state.written,
    fail(operation: Operation, fault: Fault, times = 1) {
      for (let i = 0; i < times; i++) scripted.push({ operation, fault })
    },
    hangUp: () => server.closeAllConnections(),
    objectNames: () => [...state.objects.keys()].sort(),
    spoil(name: string) {
      const stored = state.objects.get(name)
      if (!stored) throw new Error(`there is no object ${name}`)
      const body = Buffer.from(stored.body)
      body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1
      state.objects.set(name, { ...stored, body })
    },
    lose: (name: string) => void state.objects.delete(name),
    bytesOf(name: string) {
      const stored = state.objects.get(name)
      if (!stored) throw new Error(`there is no object ${name}`)
      return stored.body
    },
    place: (name: string, body: Buffer, at = new Date()) => void state.objects.set(name, { body, at }),
    backupEnvironment: {
      SPINDLE_BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SPINDLE_BACKUP_S3_ACCESS_KEY_ID: 'key',
      SPINDLE_BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    environment: {
      SPINDLE_BLOBS: `s3://${bucket}/hub`,
      SPINDLE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      SPINDLE_S3_ACCESS_KEY_ID: 'key',
      SPINDLE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    uploadNames: () => [...state.uploads.values()].map(({ key }) => key).sort(),
  })
}

interface State {
  readonly objects: Map<string, Stored>
  readonly uploads: Map<string, Upload>
  readonly violations: string[]
  readonly written: string[]
  readonly minPartBytes: number
  readonly pageSize: number
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? '/', 'http://store')
  const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/')
  const call = { key, query: url.searchParams, body: await buffer(request), range: request.headers.range }
  return { ...call, operation: operationOf(request.method ?? '', key, url.searchParams) }
}

/** The kind of a request. */
export function operationOf(method: string, key: string, query: URLSearchParams): Operation {
  if (key === '') return method === 'HEAD' ? 'head-bucket' : query.has('uploads') ? 'list-uploads' : 'list'
  const isUpload = query.has('uploadId')
  const found = (
    {
      POST: query.has('uploads') ? 'begin' : 'complete',
      PUT: isUpload ? 'part' : 'put',
      GET: isUpload ? 'parts' : 'get',
      HEAD: 'head',
      DELETE: isUpload ? 'abort' : 'delete',
    } as const
  )[method]
  if (!found) throw new Error(`the fake object store does not know ${method}`)
  return found
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`

const handlers: Readonly<Record<Operation, (state: State, call: Call) => Answer>> = {
  'head-bucket': () => ({ status: 200 }),
  put({ objects, violations, written }, { key, body }) {
    const before = objects.get(key)
    const isBlob = /\/upl_[^/]+\/\d{10}-/.test(key)
    if (isBlob && before && !before.body.equals(body)) violations.push(`${key} was written twice`)
    objects.set(key, { body, at: new Date() })
    written.push(key)
    return { status: 200, headers: { etag: etagOf(body) } }
  },
  get({ objects }, { key, range, query }) {
    const found = objects.get(key)
    if (!found) return problem(404, 'NoSuchKey')
    const wanted = ['content-type', 'content-disposition', 'cache-control'].flatMap((name) => {
      const value = query.get(`response-${name}`)
      return value === null ? [] : [[name, value] as const]
    })
    const headers = { etag: etagOf(found.body), ...Object.fromEntries(wanted) }
    const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
    if (!match) return { status: 200, headers, body: found.body }
    const last = found.body.length - 1
    const [start, end] = [Number(match[1]), Math.min(Number(match[2] || last), last)]
    if (start >= found.body.length) return problem(416, 'InvalidRange')
    const contentRange = { 'content-range': `bytes ${start}-${end}/${found.body.length}` }
    return { status: 206, headers: { ...headers, ...contentRange }, body: found.body.subarray(start, end + 1) }
  },
  head({ objects }, { key }) {
    const found = objects.get(key)
    return found ? { status: 200, headers: { 'content-length': String(found.body.length) } } : { status: 404 }
  },
  delete({ objects }, { key }) {
    objects.delete(key)
    return { status: 204 }
  },
  list({ objects, pageSize }, { query }) {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort()
    const page = names.slice(0, pageSize)
    const next = names.length > page.length ? page.at(-1) : undefined
    const contents = page.map((name) => {
      const { body, at } = objects.get(name) as Stored
      return `<Contents><Key>${name}</Key><Size>${body.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
    })
    return xml('ListBucketResult', [...contents, truncation('NextContinuationToken', next)])
  },
  begin({ uploads }, { key }) {
    const id = randomUUID()
    uploads.set(id, { key, at: new Date(), parts: new Map() })
    return xml('InitiateMultipartUploadResult', [`<UploadId>${id}</UploadId>`])
  },
  part(state, { key, query, body }) {
    const upload = findUpload(state, query)
    if (!upload) return problem(404, 'NoSuchUpload')
    const number = Number(query.get('partNumber'))
    const before = upload.parts.get(number)
    if (before && !before.equals(body)) state.violations.push(`part ${number} of ${key} was sent with other bytes`)
    upload.parts.set(number, body)
    return { status: 200, headers: { etag: etagOf(body) } }
  },
  parts(state, { query }) {
    const upload = findUpload(state, query)
    if (!upload) return problem(404, 'NoSuchUpload')
    const after = Number(query.get('part-number-marker') ?? 0)
    const parts = [...upload.parts].sort(([a], [b]) => a - b).filter(([number]) => number > after)
    const page = parts.slice(0, state.pageSize)
    const next = parts.length > page.length ? String(page.at(-1)?.[0]) : undefined
    const texts = page.map(
      ([number, body]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(body)}</ETag><Size>${body.length}</Size></Part>`,
    )
    return xml('ListPartsResult', [...texts, truncation('NextPartNumberMarker', next)])
  },
  complete(state, { key, query, body }) {
    const upload = findUpload(state, query)
    if (!upload) return problem(404, 'NoSuchUpload')
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, text = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
      etag: /<ETag>(.*?)</.exec(text)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const stored = [...upload.parts].sort(([a], [b]) => a - b)
    if (named.length !== stored.length || named.some(({ number }, index) => number !== stored[index]?.[0]))
      return problem(400, 'InvalidPart')
    if (named.some(({ etag }, index) => etag !== etagOf(stored[index]?.[1] ?? Buffer.alloc(0))))
      return problem(400, 'InvalidPart')
    if (stored.slice(0, -1).some(([, part]) => part.length < state.minPartBytes)) return problem(400, 'EntityTooSmall')
    state.uploads.delete(query.get('uploadId') ?? '')
    if (state.objects.has(key)) state.violations.push(`${key} was written twice`)
    state.objects.set(key, { body: Buffer.concat(stored.map(([, part]) => part)), at: new Date() })
    state.written.push(key)
    return xml('CompleteMultipartUploadResult', [`<Key>${key}</Key>`])
  },
  abort(state, { query }) {
    if (!findUpload(state, query)) return problem(404, 'NoSuchUpload')
    state.uploads.delete(query.get('uploadId') ?? '')
    return { status: 204 }
  },
  'list-uploads'({ uploads, pageSize }, { query }) {
    const prefix = query.get('prefix') ?? ''
    const place = (key: string, id: string): string => `${key}\n${id}`
    const after = place(query.get('key-marker') ?? '', query.get('upload-id-marker') ?? '')
    const open = [...uploads]
      .map(([id, { key, at }]) => ({ id, key, at, place: place(key, id) }))
      .filter((upload) => upload.key.startsWith(prefix) && upload.place > after)
      .sort((a, b) => (a.place < b.place ? -1 : 1))
    const page = open.slice(0, pageSize)
    const last = page.at(-1)
    const texts = page.map(
      ({ id, key, at }) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    const isMore = open.length > page.length
    const marker = isMore
      ? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${last?.id}</NextUploadIdMarker>`
      : ''
    return xml('ListMultipartUploadsResult', [...texts, `<IsTruncated>${isMore}</IsTruncated>`, marker])
  },
}

const findUpload = ({ uploads }: State, query: URLSearchParams): Upload | undefined =>
  uploads.get(query.get('uploadId') ?? '')

const truncation = (name: string, next: string | undefined): string =>
  `<IsTruncated>${next !== undefined}</IsTruncated>${next === undefined ? '' : `<${name}>${next}</${name}>`}`

const xml = (root: string, parts: readonly string[]): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><${root}>${parts.join('')}</${root}>`,
})

const problem = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  })
  response.end(body)
}

function cut(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-length': bytes.length, ...headers })
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
