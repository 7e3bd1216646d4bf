import { ConnectionError, ProxyError, ServerError } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { findFix } from './error-fixes.ts'

describe('the fix of a connection that failed', () => {
  const failed = (code: string): ConnectionError =>
    new ConnectionError('no response', {
      code: 'connection_failed',
      cause: new TypeError('fetch failed', { cause: Object.assign(new Error('reason'), { code }) }),
    })
  const check =
    'Check the address (`spindle status`), the network, and that the hub is running. Then run the same command again.'

  it.each([
    ['ENOTFOUND', {}, `${check} If your network needs a proxy, set HTTPS_PROXY (HTTP_PROXY for an http address).`],
    ['ECONNREFUSED', {}, check],
    [
      'ECONNREFUSED',
      { HTTPS_PROXY: 'http://proxy' },
      `${check} HTTPS_PROXY is set: check that the proxy answers, or name the hub in NO_PROXY.`,
    ],
    [
      'ENOTFOUND',
      { https_proxy: 'http://proxy', HTTP_PROXY: 'http://proxy' },
      `${check} https_proxy and HTTP_PROXY are set: check that the proxy answers, or name the hub in NO_PROXY.`,
    ],
  ])('%s with %j', (code, environment, fix) => {
    expect(findFix(failed(code), environment)).toBe(fix)
  })
})

describe('the fix of what a proxy did', () => {
  const refused = (proxyStatus: number | undefined): ProxyError =>
    new ProxyError('The proxy proxy:3128 did it', { code: 'connection_failed', proxy: 'proxy:3128', proxyStatus })
  const bypass = 'If the hub is reached without the proxy, name it in NO_PROXY.'

  it.each([
    [407, 'Set HTTPS_PROXY to http://USER:PASSWORD@host:port with what the proxy asks for.'],
    [403, 'Ask the operator of the proxy to allow the address of the hub.'],
    [502, 'Check the address of the hub (`spindle status`), then ask the operator of the proxy.'],
    [undefined, 'Check the address in HTTPS_PROXY.'],
  ])('%s', (status, fix) => {
    expect(findFix(refused(status), { HTTPS_PROXY: 'http://ada:secret@proxy:3128' })).toBe(`${fix} ${bypass}`)
  })

  it('names the variable where the answer is not of a hub', () => {
    const page = new ServerError('502', { status: 502, code: 'http_502' })
    expect(findFix(page, { http_proxy: 'http://proxy' })).toMatch(
      /^Another server or a proxy answered .* If http_proxy is the reason, name the hub in NO_PROXY\.$/,
    )
    expect(findFix(page, {})).not.toContain('NO_PROXY')
  })
})
