import { execFileSync } from 'node:child_process'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease } from '../harness/submittable.ts'

/** Traces, as a collector gets them: here a small OTLP receiver over HTTP. */

interface OtlpSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string }[]
  readonly events: readonly unknown[]
  readonly status: { readonly code?: number; readonly message?: string }
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

const collector = { paths: new Set<string>(), texts: [] as string[] }
const batches = (): Batch[] => collector.texts.map((text) => JSON.parse(text) as Batch)
const spans = (): OtlpSpan[] =>
  batches().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const untilSpan = (name: string, traceId: string): Promise<OtlpSpan> =>
  eventually(() => spans().find((span) => span.name === name && span.traceId === traceId), {
    what: `the span ${name}`,
  })

async function startCollector(): Promise<string> {
  const server = createServer((request, response) => {
    collector.paths.add(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      collector.texts.push(Buffer.concat(chunks).toString('utf8'))
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface LateBody {
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** The body leaves when the hub asks for it (100 Continue), so the hub waits for it. Answers the status. */
function postWhenAsked(url: string, { headers, body }: LateBody): Promise<number | undefined> {
  const text = JSON.stringify(body)
  const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers: { ...all, expect: '100-continue' } })
    request.on('continue', () => request.end(text))
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.flushHeaders()
  })
}

const uploads = '/api/v1/distributor/uploads'

describe('traces', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await startTestHub({
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
        OTEL_SERVICE_NAME: 'hub-of-the-test',
        SPINDLE_SANDBOX_OUTLET: 'on',
      },
    })
    key = await (await createTestAccount(hub)).key()
  })

  it('continue from the client through the request to its jobs', async () => {
    const traceId = 'a'.repeat(32)
    const response = await hub.request(uploads, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'audio/wav', traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
      body: new Uint8Array(masterWav(1)),
    })
    expect(response.status).toBe(201)
    const requestId = response.headers.get('x-request-id')
    await response.arrayBuffer()
    const request = await untilSpan(`POST ${uploads}`, traceId)
    expect(request).toMatchObject({ parentSpanId: 'b'.repeat(16), kind: 2, events: [] })
    expect(request.attributes).toContainEqual({ key: 'spindle.request_id', value: { stringValue: requestId } })
    expect(request.attributes.map((attribute) => attribute.key).sort()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'spindle.operation',
      'spindle.request_id',
    ])
    expect(await untilSpan('job analyseUpload', traceId)).toMatchObject({
      parentSpanId: request.spanId,
      kind: 5,
      attributes: [],
      events: [],
    })
    expect([...collector.paths]).toEqual(['POST /v1/traces'])
    const names = batches().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes))
    for (const attributes of names)
      expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'hub-of-the-test' } })
  })

  it('continue from a request whose body comes later', async () => {
    const me = { url: hub.url, key }
    const uploadId = await storeFile(me, 'audio/wav', masterWav(2))
    const coverUploadId = await storeFile(me, 'image/jpeg', await coverJpeg())
    const traceId = 'e'.repeat(32)
    const release = submittableRelease({ title: 'Traced', uploadId, coverUploadId, serial: 1 })
    const status = await postWhenAsked(`${hub.url}/api/v1/music-distributor/releases`, {
      headers: { 'x-api-key': key, traceparent: `00-${traceId}-${'f'.repeat(16)}-01` },
      body: { ...release, submit: true },
    })
    expect(status).toBe(201)
    const request = await untilSpan('POST /api/v1/music-distributor/releases', traceId)
    const delivery = await untilSpan('job advanceDelivery', traceId)
    expect(delivery.parentSpanId).toBe(request.spanId)
  })

  it('hold no credential, no address and nothing of a body, also of what fails', async () => {
    const traceId = 'c'.repeat(32)
    const secrets = { title: 'Unreleased-Title', query: 'Typed-Query', header: 'Told-In-A-Header' }
    await hub.json('POST', `/api/v1/music-distributor/releases?${secrets.query}=1`, {
      key,
      headers: { traceparent: `00-${traceId}-${'d'.repeat(16)}-01`, 'user-agent': secrets.header },
      body: { title: secrets.title, type: 'no such type' },
    })
    const span = await untilSpan('POST /api/v1/music-distributor/releases', traceId)
    expect(span.status.message ?? '').toBe('')
    const text = collector.texts.join('\n')
    for (const secret of [key, ...Object.values(secrets)]) expect(text).not.toContain(secret)
  })

  it('start a new trace if the client names none or an invalid one, and leave out probes', async () => {
    await hub.request('/readyz')
    await hub.json('GET', '/api/v1/distributor/uploads', { key, headers: { traceparent: 'x'.repeat(500) } })
    const span = await eventually(() => spans().find(({ name }) => name === `GET ${uploads}`), { what: 'the list' })
    expect(span.parentSpanId ?? '').toBe('')
    expect(spans().map(({ name }) => name)).not.toContain('GET /readyz')
  })
})

it('OpenTelemetry is not loaded when no collector is configured', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { openTracing } = await import(process.argv[1])
    const count = () => loaded.filter((url) => url.includes('@opentelemetry')).length
    const isOff = (await openTracing({ target: undefined })) === undefined
    const off = count()
    const tracing = await openTracing({ target: { url: 'http://127.0.0.1:9', serviceName: 'x', share: 1 } })
    await tracing.close()
    console.log(JSON.stringify({ isOff, off, on: count() }))`
  const module = new URL('../../src/platform/tracing/tracing.ts', import.meta.url).href
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, module], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual({ isOff: true, off: 0, on: expect.toSatisfy((count: number) => count > 0) })
})
