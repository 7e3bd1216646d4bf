import { describe, expect, it } from 'vitest'
import { findProxy } from './find-proxy.ts'

const find = (address: string, environment: Record<string, string>): string | undefined =>
  findProxy(new URL(address), environment)?.href

describe('the proxy for an address', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['http://hub.test/', {}, undefined],
    ['http://hub.test/', { HTTP_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['http://hub.test/', { http_proxy: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['https://hub.test/', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['https://hub.test/', { https_proxy: 'https://proxy' }, 'https://proxy/'],
    // As curl: each variable is for the scheme it names.
    ['https://hub.test/', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['http://hub.test/', { HTTPS_PROXY: 'http://proxy:3128' }, undefined],
    ['https://hub.test/', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128/'],
    ['https://hub.test/', { ALL_PROXY: 'http://all', HTTPS_PROXY: 'http://own' }, 'http://own/'],
    // Lower case wins, and an empty variable turns the proxy off.
    ['http://hub.test/', { http_proxy: 'http://lower', HTTP_PROXY: 'http://upper' }, 'http://lower/'],
    ['http://hub.test/', { http_proxy: '', HTTP_PROXY: 'http://upper' }, undefined],
    ['http://hub.test/', { HTTP_PROXY: 'proxy.test:3128' }, 'http://proxy.test:3128/'],
    ['http://hub.test/', { HTTP_PROXY: 'ada:s%40cret@proxy.test:3128' }, 'http://ada:s%40cret@proxy.test:3128/'],
    ['http://hub.test/', { HTTP_PROXY: 'http://CORP\\ada:pw@proxy:3128' }, 'http://CORP%5Cada:pw@proxy:3128/'],
    ['http://hub.test/', { HTTP_PROXY: 'ada:a/b?c#d@e@proxy:3128' }, 'http://ada:a%2Fb%3Fc%23d%40e@proxy:3128/'],
    ['http://hub.test/', { HTTP_PROXY: 'http://ada:100%@proxy:3128' }, 'http://ada:100%@proxy:3128/'],
    ['http://hub.test/', { HTTP_PROXY: 'socks5://proxy.test:1080' }, 'socks5://proxy.test:1080'],
  ])('of %s with %j is %s', (address, environment, proxy) => {
    expect(find(address, environment)).toBe(proxy)
  })

  it.each(['ftp://ada:secret@proxy', 'http://', 'http://ada:secret@proxy:port'])('cannot be %s', (proxy) => {
    expect(() => find('http://hub.test/', { HTTP_PROXY: proxy })).toThrow(
      'HTTP_PROXY is not the address of a proxy. Set it to http://host:port or https://host:port',
    )
  })
})

describe('NO_PROXY', () => {
  const isDirect = (address: string, environment: Record<string, string>): boolean =>
    find(address, { HTTP_PROXY: 'http://proxy', HTTPS_PROXY: 'http://proxy', ...environment }) === undefined

  it.each([
    ['*', 'http://hub.test/'],
    ['hub.test', 'http://hub.test/'],
    ['HUB.test', 'http://hub.TEST/'],
    ['hub.test', 'http://hub.test./'],
    ['hub.test.', 'http://hub.test/'],
    ['corp.test', 'http://hub.corp.test/'],
    ['.corp.test', 'http://hub.corp.test/'],
    ['.corp.test', 'http://corp.test/'],
    ['*.corp.test', 'http://hub.corp.test/'],
    ['other.test, hub.test', 'http://hub.test/'],
    ['other.test hub.test', 'http://hub.test/'],
    ['hub.test:8080', 'http://hub.test:8080/'],
    ['hub.test:443', 'https://hub.test/'],
    ['192.0.2.7', 'http://192.0.2.7/'],
    ['192.0.2.0/24', 'http://192.0.2.7/'],
    ['192.0.2.7:8080', 'http://192.0.2.7:8080/'],
    ['2001:db8::7', 'http://[2001:db8::7]/'],
    ['[2001:db8::7]:8080', 'http://[2001:db8::7]:8080/'],
    ['2001:db8::/32', 'http://[2001:db8::7]/'],
    ['2001:DB8:0:0:0:0:0:7', 'http://[2001:db8::7]/'],
    ['[2001:0db8::0007]:8080', 'http://[2001:db8::7]:8080/'],
    ['münchen.test', 'http://hub.münchen.test/'],
    ['', 'http://localhost:8080/'],
    ['', 'http://hub.localhost/'],
    ['', 'http://127.0.0.1:8080/'],
    ['', 'http://[::1]:8080/'],
  ])('%j lets %s be reached directly', (list, address) => {
    expect(isDirect(address, { NO_PROXY: list })).toBe(true)
  })

  it.each([
    ['', 'http://hub.test/'],
    ['other.test', 'http://hub.test/'],
    ['hub.test', 'http://nothub.test/'],
    ['hub.test', 'http://hub.test.evil/'],
    ['hub.test:8080', 'http://hub.test/'],
    ['192.0.2.0/24', 'http://192.0.3.7/'],
    ['192.0.2.0/99', 'http://192.0.2.7/'],
    ['2.7', 'http://192.0.2.7/'],
    ['2001:db8::/32', 'http://[2001:db9::7]/'],
  ])('%j sends a request to %s to the proxy', (list, address) => {
    expect(isDirect(address, { NO_PROXY: list })).toBe(false)
  })

  it('in lower case wins', () => {
    expect(isDirect('http://hub.test/', { no_proxy: 'other.test', NO_PROXY: 'hub.test' })).toBe(false)
    expect(isDirect('http://hub.test/', { no_proxy: 'hub.test', NO_PROXY: 'other.test' })).toBe(true)
  })
})
