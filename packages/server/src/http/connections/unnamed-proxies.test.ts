import { describe, expect, it } from 'vitest'
import { clientAddresses } from './client-address.ts'
import { unnamedProxies } from './unnamed-proxies.ts'

describe('a proxy that is not named', () => {
  const open = () => {
    const warned: unknown[] = []
    const named = clientAddresses({ trustedProxies: [{ address: '10.2.0.0', prefix: 16 }] })
    const proxies = unnamedProxies(named, { warn: (event, fields) => void warned.push([event, fields]) })
    const look = (remoteAddress: string, headers: Record<string, string> = { 'x-forwarded-for': '203.0.113.7' }) =>
      proxies.look({ headers, socket: { remoteAddress } } as Parameters<typeof proxies.look>[0])
    return { warned, look }
  }

  it('is warned of once, by its private address, with either field', () => {
    const { warned, look } = open()
    look('10.1.0.1')
    look('10.1.0.1')
    look('::ffff:10.1.0.1')
    look('127.0.0.1', { forwarded: 'for=203.0.113.7' })
    look('fd00::1')
    expect(warned).toEqual([
      ['http.unnamed_proxy', { address: '10.1.0.1' }],
      ['http.unnamed_proxy', { address: '127.0.0.1' }],
      ['http.unnamed_proxy', { address: 'fd00::1' }],
    ])
  })

  it('is none that is named, none on the Internet, and none that forwards nothing', () => {
    const { warned, look } = open()
    look('10.2.0.1')
    look('::ffff:10.2.0.1')
    look('93.184.215.14')
    look('10.1.0.1', {})
    expect(warned).toEqual([])
  })

  it('fills no log: ten addresses are enough', () => {
    const { warned, look } = open()
    for (let i = 0; i < 50; i++) look(`10.1.0.${i}`)
    expect(warned).toHaveLength(10)
  })
})
