import { describe, expect, it } from 'vitest'
import {
  createNativeClient,
  listNativeClients,
  maxNativeClients,
  NativeClient,
  revokeNativeClient,
} from '../../src/console/native-client-operations.ts'
import { ToolEndpoints } from '../../src/console/sign-in/authorization-operations.ts'
import { checkValue } from '../../src/schema/check-value.ts'

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const client = {
  id: `nac_${ulid}`,
  name: 'Claude on my laptop',
  madeBy: { id: `usr_${ulid}`, name: 'Mia Blue' },
  createdAt: '2026-05-01T08:00:00.000Z',
}

describe('a client id for a program on a computer', () => {
  it('is named by a member and by nothing else: it has no secret, no addresses and no permissions', () => {
    expect(checkValue(createNativeClient.body, { name: 'Claude on my laptop' })).toEqual([])
    for (const more of [{ clientSecret: 'x' }, { redirectUris: ['https://agent.example'] }, { scopes: ['music:read'] }])
      expect(checkValue(createNativeClient.body, { name: 'Claude', ...more })).toHaveLength(1)
    expect(createNativeClient).not.toHaveProperty('showsSecret')
  })

  it.each(['', '   ', 'two\nlines', 'a\u0000b', 'a'.repeat(201)])('is refused with the name %j', (name) => {
    expect(checkValue(createNativeClient.body, { name })).not.toEqual([])
  })

  it('is limited in number, so that a list has an end', () => {
    expect(maxNativeClients).toBe(100)
    expect(createNativeClient.errors).toContain('quota_exceeded')
    expect(checkValue(listNativeClients.query, { limit: 101 })).toHaveLength(1)
  })

  it.each([`cli_${ulid}`, `oac_${ulid}`, 'nac_1', 'spindle'])('is never %s', (id) => {
    expect(checkValue(NativeClient, client)).toEqual([])
    expect(checkValue(NativeClient, { ...client, id })).toHaveLength(1)
    expect(checkValue(revokeNativeClient.params, { accountId: `acc_${ulid}`, clientId: id })).toHaveLength(1)
  })
})

describe('the addresses for programs', () => {
  it('name the permissions that an agent can have, and never key management', () => {
    const endpoints = {
      tools: 'https://hub.example/mcp',
      issuer: 'https://hub.example',
      authorization: 'https://hub.example/oauth/authorize',
      token: 'https://hub.example/oauth/token',
      scopes: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
    }
    expect(checkValue(ToolEndpoints, endpoints)).toEqual([])
    expect(checkValue(ToolEndpoints, { ...endpoints, scopes: ['keys:write'] })).toHaveLength(1)
  })
})
