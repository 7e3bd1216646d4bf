import robotsModule from 'robots-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'

// Its types describe an ES module, but it is CommonJS: the default import is the function itself.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ role: 'api', environment: { SPINDLE_CONTACT_EMAIL: 'hello@hub.example' } })
})

const textOf = async (path: string, accept = '*/*'): Promise<string> =>
  (await hub.request(path, { headers: { accept } })).text()

describe('the home page', () => {
  it('is HTML for browsers and Markdown for who asks for it', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    expect(await textOf('/', browser)).toMatch(/^<!doctype html>/)
    expect(await textOf('/')).toMatch(/^<!doctype html>/)
    expect(await textOf('/', 'text/markdown, text/html;q=0.9')).toMatch(/^# Spindle/)
    const response = await hub.request('/', { headers: { accept: 'text/markdown' } })
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
  })

  it('names the discovery documents in Link, each of which answers', async () => {
    const link = (await hub.request('/', { method: 'HEAD' })).headers.get('link') ?? ''
    const links = [...link.matchAll(/<([^>]+)>; rel="([\w-]+)"; type="([^"]+)"/g)].map(([, url, rel, type]) => ({
      url,
      rel,
      type,
    }))
    expect(links.map(({ rel }) => rel)).toEqual([
      'api-catalog',
      'service-desc',
      'service-doc',
      'service-doc',
      'service-meta',
      'service-meta',
      'describedby',
      'status',
    ])
    for (const { url = '', type = '' } of links) {
      const response = await fetch(url, { headers: { accept: type } })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')?.startsWith(type)).toBe(true)
    }
  })
})

describe('commands to copy', () => {
  it.each([
    ['/', 'text/markdown'],
    ['/docs', 'text/html'],
  ])('%s shows addresses that are there', async (path, accept) => {
    const text = (await textOf(path, accept)).split('<h2 id="tag-')[0] ?? ''
    const addresses = [...text.matchAll(/^(?:<pre[^>]*><code>)?curl (http\S+)/gm)].map(([, url]) => url ?? '')
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses)
      expect([address, (await fetch(address, { method: 'OPTIONS' })).status]).toEqual([address, 204])
  })
})

describe('the page of an error', () => {
  it('links to auth.md, for people and for agents', async () => {
    expect(await textOf('/docs/errors/api_key_invalid', 'text/html')).toContain('href="/auth.md"')
    expect(await textOf('/docs/errors/api_key_invalid', 'text/markdown')).toContain(`(${hub.url}/auth.md)`)
    expect(await textOf('/docs/errors', 'text/html')).toContain('href="/auth.md"')
  })
})

describe('every page', () => {
  it.each(['/', '/docs', '/docs/mcp', '/docs/errors', '/docs/errors/not_found', '/contact', '/contact/thanks'])(
    '%s loads nothing from elsewhere, has a title, a language and no inline code, and its links lead somewhere',
    async (path) => {
      const response = await hub.request(path)
      const page = await response.text()
      expect(page).toMatch(/<html lang="en">[\s\S]+<title>[^<]+<\/title>/)
      expect(page.match(/<h1[ >]/g)).toHaveLength(1)
      expect(page).not.toMatch(/\son\w+="|style="|<style|<script(?! type="module" src=)/)
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; /)
      const addresses = new Set([...page.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, url]) => url ?? ''))
      const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
      for (const address of addresses) {
        if (address.startsWith('#'))
          expect({ address, found: ids.has(address.slice(1)) }).toEqual({ address, found: true })
        else if (address.startsWith('mailto:')) expect(address).toBe('mailto:hello@hub.example')
        else {
          // No host: the page also works if the hub has another name.
          expect(address).toMatch(/^\//)
          const { status } = await fetch(hub.url + address)
          expect({ address, status }).toEqual({ address, status: 200 })
        }
      }
    },
  )
})

describe('robots.txt', () => {
  it('lets readers in, keeps them out of the API, and signals what for', async () => {
    const text = await textOf('/robots.txt')
    const robots = robotsParser(`${hub.url}/robots.txt`, text)
    expect(robots.isAllowed(`${hub.url}/mcp`, 'GPTBot')).toBe(false)
    expect(robots.isAllowed(`${hub.url}/mcp/server-card`, 'GPTBot')).toBe(true)
    for (const agent of ['Anybody', 'GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'Google-Extended', 'PerplexityBot']) {
      expect(robots.isAllowed(`${hub.url}/docs`, agent)).toBe(true)
      expect(robots.isAllowed(`${hub.url}/api/v1/distributor/keys`, agent)).toBe(false)
    }
    expect(robots.getSitemaps()).toEqual([`${hub.url}/sitemap.xml`])
    expect(text.match(/^Content-Signal: search=yes, ai-input=yes, ai-train=no$/gm)).toHaveLength(2)
    expect(text).toMatch(/^User-agent: GPTBot$/m)
  })
})

describe('the sitemap, llms.txt and security.txt', () => {
  it('name only addresses that answer', async () => {
    const sitemap = await textOf('/sitemap.xml')
    const pages = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(([, url]) => url ?? '')
    const links = [...(await textOf('/llms.txt')).matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url ?? '')
    expect(pages.length).toBeGreaterThan(50)
    expect(links.length).toBeGreaterThan(8)
    for (const url of [...pages, ...links])
      expect({ url, status: (await fetch(url)).status }).toEqual({ url, status: 200 })
  })

  it('llms.txt has one heading, a summary and lists', async () => {
    const text = await textOf('/llms.txt')
    expect(text.match(/^# /gm)).toHaveLength(1)
    expect(text).toMatch(/^# .+\n\n> .+\n/)
  })

  it('security.txt names a contact and expires within a year, and is renewed while the hub runs', async () => {
    let now = Date.parse('2026-11-20T08:00:00.000Z')
    const timed = await startTestHub({
      role: 'api',
      environment: { SPINDLE_CONTACT_EMAIL: 'hello@hub.example' },
      overrides: { clock: { now: () => now } },
    })
    const read = async (): Promise<string> => (await timed.json('GET', '/.well-known/security.txt')).body
    expect(await read()).toBe(
      [
        'Contact: mailto:hello@hub.example',
        `Contact: ${timed.url}/contact`,
        'Expires: 2027-05-19T00:00:00.000Z',
        'Preferred-Languages: en',
        `Canonical: ${timed.url}/.well-known/security.txt`,
        '',
      ].join('\n'),
    )
    now = Date.parse('2027-11-20T08:00:00.000Z')
    expect(await read()).toContain('Expires: 2028-05-18T00:00:00.000Z')
  })
})
