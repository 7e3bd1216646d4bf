import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { sharedHub } from '../harness/shared-hub.ts'

/** The files of the console: a shell that is the same for all people, and assets that never change. */

describe('the shell of the console', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedHub()
    await hub.hub.console.prepare()
  })

  it('answers at every page address, for any client, and contains nothing personal', async () => {
    const bodies = new Set<string>()
    for (const path of [
      '/console',
      '/console/',
      '/console/setup',
      '/console/a/acc_x',
      '/console/a/acc_x/catalog?query=1',
    ]) {
      const answer = await fetch(`${hub.url}${path}`, { headers: { 'sec-fetch-site': 'cross-site' } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('set-cookie')).toBeNull()
      bodies.add(await answer.text())
    }
    expect(bodies.size).toBe(1)
  })

  it('allows only scripts and styles of its own origin, and no string as code', async () => {
    const { headers } = await fetch(`${hub.url}/console`)
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((part): [string, string] => {
        const [name = '', ...values] = part.split(' ')
        return [name, values.join(' ')]
      }),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('script-src')).toBe("'self'")
    expect(policy.get('style-src')).toBe("'self'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('trusted-types')).toBe("'none'")
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const page = await (await fetch(`${hub.url}/console`)).text()
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:/)
  })

  it('serves its files compressed and for good, and asks about the one that may change', async () => {
    const page = await (await fetch(`${hub.url}/console`)).text()
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const plain = await fetch(`${hub.url}${script}`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const text = await plain.text()
    for (const coding of ['br', 'gzip']) {
      const answer = await fetch(`${hub.url}${script}`, { headers: { 'accept-encoding': coding } })
      expect(answer.headers.get('content-encoding')).toBe(coding)
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect((await answer.text()) === text).toBe(true)
      const etag = answer.headers.get('etag') ?? ''
      const again = await fetch(`${hub.url}${script}`, {
        headers: { 'accept-encoding': coding, 'if-none-match': etag },
      })
      expect(again.status).toBe(304)
    }
    const theme = await fetch(`${hub.url}/console/head.js`)
    expect(theme.headers.get('cache-control')).toBe('no-cache')
  })

  it('keeps the first load within its budget: 150 kB of script and 15 kB of style, compressed', async () => {
    const page = await (await fetch(`${hub.url}/console`)).text()
    const sizes = { js: 0, css: 0 }
    for (const [, path = '', kind] of page.matchAll(/"(\/console\/[^"]+\.(js|css))"/g)) {
      const answer = await fetch(`${hub.url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
      sizes[kind as 'js' | 'css'] += Number(answer.headers.get('content-length'))
    }
    expect(sizes.js).toBeGreaterThan(50_000)
    expect(sizes.js).toBeLessThanOrEqual(150_000)
    expect(sizes.css).toBeGreaterThan(1_000)
    expect(sizes.css).toBeLessThanOrEqual(15_000)
  })

  it('answers 404 for a file of another build and for what only looks like a call', async () => {
    for (const path of ['/console/assets/gone-123.js', '/console/favicon.ico', '/console/api/nothing']) {
      const answer = await fetch(`${hub.url}${path}`)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    }
  })
})

describe('the shell of a hub below a path', () => {
  it('names its files below that path', async () => {
    const hub = await startTestHub({ role: 'api', environment: { SPINDLE_PUBLIC_URL: 'https://music.example/hub' } })
    const page = await (await fetch(`${hub.url}/console/sign-in`)).text()
    expect(page).toContain('"/hub/console/assets/')
    expect(page).not.toMatch(/"\.\/|"\/console\//)
  })
})
