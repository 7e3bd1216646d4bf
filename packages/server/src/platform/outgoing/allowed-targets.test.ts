import { describe, expect, it } from 'vitest'
import { allowedTargets, parseTarget } from './allowed-targets.ts'

const nobody = allowedTargets({ hosts: [], networks: [] })
const named = allowedTargets({
  hosts: ['hooks.internal'],
  networks: [
    { address: '10.1.0.0', prefix: 16 },
    { address: 'fd00::', prefix: 8 },
  ],
})

describe('allowedTargets', () => {
  it.each([
    'https://label.example/hooks',
    'https://label.example:8443/',
    'https://93.184.215.14/',
    'https://[2606:4700::1111]/',
  ])('lets %s be asked', (url) => {
    expect(nobody.allowsUrl(new URL(url))).toBe(true)
  })

  it.each([
    'http://label.example/',
    'http://93.184.215.14/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'ftp://label.example/',
  ])('refuses %s unless it is named', (url) => {
    expect(nobody.allowsUrl(new URL(url))).toBe(false)
  })

  it.each(['http://hooks.internal/', 'https://10.1.2.3/', 'http://10.1.2.3:3000/', 'http://[fd00::1]/'])(
    'lets %s be asked where the operator names it',
    (url) => {
      expect(named.allowsUrl(new URL(url))).toBe(true)
    },
  )

  it('checks the address of a host, whatever its name is', () => {
    expect(nobody.allowsAddress('label.example', '93.184.215.14')).toBe(true)
    expect(nobody.allowsAddress('label.example', '10.1.2.3')).toBe(false)
    expect(named.allowsAddress('label.example', '10.1.2.3')).toBe(true)
    expect(named.allowsAddress('label.example', '10.2.2.3')).toBe(false)
    expect(named.allowsAddress('hooks.internal', '192.168.0.7')).toBe(true)
    expect(named.allowsAddress('label.example', '::ffff:10.2.2.3')).toBe(false)
  })
})

describe('parseTarget', () => {
  it.each([
    ['hooks.internal', { host: 'hooks.internal' }],
    ['localhost', { host: 'localhost' }],
    ['10.0.0.0/8', { address: '10.0.0.0', prefix: 8 }],
    ['127.0.0.1', { address: '127.0.0.1', prefix: 32 }],
    ['fd00::/8', { address: 'fd00::', prefix: 8 }],
    ['::1', { address: '::1', prefix: 128 }],
  ])('reads %s', (text, target) => {
    expect(parseTarget(text)).toEqual(target)
  })

  it.each(['10.0.0.0/33', 'http://hooks.internal', 'hooks.internal/8', 'a b', '*.internal', 'fd00::/129', ''])(
    'refuses %j',
    (text) => {
      expect(parseTarget(text)).toBeUndefined()
    },
  )
})

describe('addresses that can never work', () => {
  it.each([
    'https://localhost/',
    'https://x.localhost/',
    'https://LOCALHOST./',
    'https://ip6-localhost/',
    'https://intranet/',
    'https://localhost.localdomain/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://nothing.invalid/',
    'https://hidden.onion/',
    'https://router.home.arpa/',
    'https://hooks.example:0/',
    'https://hooks.example:22/',
    'https://hooks.example:25/',
    'https://hooks.example:1023/',
    'https://93.184.215.14:22/',
  ])('are refused before they are looked up: %s', (url) => {
    expect(nobody.allowsUrl(new URL(url))).toBe(false)
  })

  it.each([
    'https://hooks.example:80/',
    'https://hooks.example:1024/',
    'https://hooks.example:8443/',
    'https://localhost.example/',
    'https://mylocal.example/',
    'https://93.184.215.14:8443/',
  ])('are not those of public hosts: %s', (url) => {
    expect(nobody.allowsUrl(new URL(url))).toBe(true)
  })

  it('are allowed if the operator names the host, or a network to which the name may resolve', () => {
    const host = allowedTargets({ hosts: ['hooks.internal'], networks: [] })
    expect(host.allowsUrl(new URL('http://hooks.internal:22/'))).toBe(true)
    expect(host.allowsUrl(new URL('https://other.internal/'))).toBe(false)
    const network = allowedTargets({ hosts: [], networks: [{ address: '10.0.0.0', prefix: 8 }] })
    expect(network.allowsUrl(new URL('https://hooks.internal:444/'))).toBe(true)
    expect(network.allowsUrl(new URL('http://hooks.internal/'))).toBe(false)
    expect(network.allowsUrl(new URL('https://10.0.0.1:444/'))).toBe(true)
    expect(network.allowsUrl(new URL('https://hooks.internal:0/'))).toBe(false)
  })
})
