import { describe, expect, it } from 'vitest'
import { mcpIdentity } from './server-identity.ts'

describe('mcpIdentity', () => {
  it.each([
    ['https://hub.example', 'example.hub/spindle'],
    ['https://music.hub.example:8443/', 'example.hub.music/spindle'],
    ['https://hub.example./x', 'example.hub/spindle'],
    ['http://localhost:3000', 'localhost/spindle'],
    ['http://127.0.0.1:3000', '127.0.0.1/spindle'],
    ['http://[2001:db8::1]:3000', '2001-db8--1/spindle'],
    ['http://my_host.example', 'example.my-host/spindle'],
    ['https://bücher.example', 'example.xn--bcher-kva/spindle'],
  ])('%s is %s', (baseUrl, name) => {
    const identity = mcpIdentity(baseUrl)
    expect(identity.name).toBe(name)
    expect(identity.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect(identity.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(identity.description.length).toBeLessThanOrEqual(100)
  })

  it('names the pages of the hub below its address', () => {
    expect(mcpIdentity('https://example.org/hub/').websiteUrl).toBe('https://example.org/hub/docs')
  })

  it('refuses what is not an address', () => {
    expect(() => mcpIdentity('hub')).toThrow(TypeError)
  })
})
