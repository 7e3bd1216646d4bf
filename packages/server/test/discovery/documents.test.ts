import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

/** The rules for every public document, whatever its content. */

type Entry = readonly [path: string, mediaType: string, accept?: string]

const documents: readonly Entry[] = [
  ['/.well-known/oauth-protected-resource', 'application/json'],
  ['/.well-known/oauth-protected-resource/api/v1/distributor/keys', 'application/json'],
  ['/.well-known/oauth-authorization-server', 'application/json'],
  ['/auth.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/agent-skills/index.json', 'application/json'],
  ['/.well-known/agent-skills/deliver-music-release/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/read-catalog-and-analytics/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/agent-skills/verify-integration-token/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/mcp/server-card.json', 'application/json'],
  ['/.well-known/mcp/server-card.json', 'application/mcp-server-card+json', 'application/mcp-server-card+json'],
  ['/mcp/server-card', 'application/mcp-server-card+json'],
  ['/mcp/server-card', 'application/json', 'application/json'],
  ['/.well-known/mcp.json', 'application/json'],
  ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
  ['/.well-known/ai-catalog.json', 'application/json', 'application/json'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/', 'text/html; charset=utf-8'],
  ['/', 'text/markdown; charset=utf-8', 'text/markdown'],
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/mcp', 'text/html; charset=utf-8'],
  ['/docs/mcp', 'text/markdown; charset=utf-8', 'text/markdown'],
  ['/docs/errors', 'text/html; charset=utf-8'],
  ['/docs/errors/rate_limited', 'text/html; charset=utf-8'],
  ['/docs/errors/rate_limited', 'text/markdown; charset=utf-8', 'text/markdown'],
  ['/docs/try-it.js', 'text/javascript; charset=utf-8'],
  ['/style.css', 'text/css; charset=utf-8'],
  ['/openapi.json', 'application/vnd.oai.openapi+json;version=3.1'],
  ['/openapi.json', 'application/vnd.oai.openapi+json;version=3.1', 'application/vnd.oai.openapi+json;version=3.1'],
  ['/openapi.json', 'application/json', 'application/json'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/contact', 'text/html; charset=utf-8'],
  ['/contact', 'text/markdown; charset=utf-8', 'text/markdown'],
  ['/contact/thanks', 'text/html; charset=utf-8'],
  ['/api/v1/distributor', 'application/json'],
  ['/api/v1/music-distributor', 'application/json'],
]

let hub: TestHub
beforeAll(async () => {
  hub = await sharedHub()
})

/** Without the fields that differ between any two answers. */
const comparable = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name)),
  )

const cases = documents.map(([path, mediaType, accept = '*/*']) => ({ path, mediaType, accept }))

describe.each(cases)('$path as $mediaType', ({ path, mediaType, accept }) => {
  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    hub.request(path, { method, headers: { accept, 'accept-encoding': 'identity', ...headers } })

  it('answers 200 with its type, a strong tag, caching and CORS for all origins', async () => {
    const response = await get({ origin: 'https://anywhere.example' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(mediaType)
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await response.text()).length).toBeGreaterThan(50)
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const [whole, head] = [await get(), await get({}, 'HEAD')]
    expect(comparable(head.headers)).toEqual(comparable(whole.headers))
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength))
  })

  it('answers 304 to who has the version, and 200 to who has another', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': tags })
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(etag)
      expect(await response.text()).toBe('')
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('is the same inside gzip, under another tag', async () => {
    const plain = await get()
    const { headers, body } = await raw(path, { accept, 'accept-encoding': 'gzip' })
    if (headers['content-encoding'] === 'gzip') {
      expect(headers.etag).not.toBe(plain.headers.get('etag'))
      expect(gunzipSync(body).equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
    } else expect(body.length).toBeLessThan(1_024)
    expect(headers.vary).toContain('Accept-Encoding')
  })

  it('never repeats the host that a request names', async () => {
    const honest = await get()
    const { status, body } = await raw(path, {
      accept,
      'accept-encoding': 'identity',
      host: 'evil.example',
      forwarded: 'host=evil.example;proto=https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/evil',
    })
    expect(status).toBe(200)
    expect(body.equals(Buffer.from(await honest.arrayBuffer()))).toBe(true)
  })

  it('answers a preflight, and other methods with 405 and Allow', async () => {
    const preflight = await hub.request(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://anywhere.example', 'access-control-request-method': 'GET' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    for (const method of path === '/contact' ? ['PUT', 'PATCH', 'DELETE'] : ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await hub.request(path, { method, headers: { 'content-type': 'application/json' }, body: '{' })
      expect({ method, status: response.status }).toEqual({ method, status: 405 })
      expect(response.headers.get('allow')).toBe(
        path === '/contact' ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS',
      )
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ error: 'method_not_allowed' })
    }
  })
})

describe('what is not there', () => {
  it.each([
    '/.well-known/mcp',
    '/.well-known/mcp/catalog.json',
    '/mcp/anything',
    '/.well-known/agent-card.json',
    '/.well-known/openid-configuration',
    '/.well-known/anything',
    '/.well-known/agent-skills/unknown/SKILL.md',
    '/docs/errors/unknown_code',
    '/auth.md/',
  ])('%s is a 404 problem and never a page', async (path) => {
    const response = await hub.request(path, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })
})

describe('the digests of the skills', () => {
  it('are those of the bytes served', async () => {
    const { body } = await hub.json('GET', '/.well-known/agent-skills/index.json')
    expect(body.skills).toHaveLength(3)
    for (const { url, digest } of body.skills) {
      const { body: bytes } = await raw(new URL(url).pathname, { 'accept-encoding': 'gzip' })
      const hash = createHash('sha256').update(gunzipSync(bytes)).digest('hex')
      expect(digest).toBe(`sha256:${hash}`)
    }
  })
})

interface RawAnswer {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

/** fetch neither sends another Host nor leaves gzip unchanged. */
function raw(path: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(hub.url)
    httpRequest({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

it.each([
  ['text/html', `<a href="/console">Console</a>`],
  ['text/markdown', `/console): Sign in`],
])('the front page leads people to the console, in %s', async (accept, link) => {
  const response = await hub.request('/', { headers: { accept } })
  expect(await response.text()).toContain(link)
})
