import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddresses } from './client-address.ts'

const asked = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const trustedProxies = [
  { address: '10.0.0.0', prefix: 8 },
  { address: 'fd00::', prefix: 8 },
]

it.each([
  ['a client that connects itself', '203.0.113.7', undefined, '203.0.113.7'],
  ['a client that lies about itself', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a client behind a proxy', '10.1.2.3', '203.0.113.7', '203.0.113.7'],
  ['a client behind two proxies', '10.1.2.3', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['a client behind a proxy that lies', '10.1.2.3', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['a client behind a proxy in IPv6', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['a client behind a proxy with a mapped address', '::ffff:10.1.2.3', '203.0.113.7', '203.0.113.7'],
  ['the proxy itself', '10.1.2.3', undefined, '10.1.2.3'],
])('finds %s', (_, remote, forwarded, expected) => {
  expect(clientAddresses({ trustedProxies }).find(asked(remote, forwarded))).toBe(expected)
})

it('believes nobody without a setting', () => {
  expect(clientAddresses({ trustedProxies: [] }).find(asked('10.1.2.3', '203.0.113.7'))).toBe('10.1.2.3')
})
