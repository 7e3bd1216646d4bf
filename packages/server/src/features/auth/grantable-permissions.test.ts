import { describe, expect, it } from 'vitest'
import { findGrantablePermissions } from './grantable-permissions.ts'

const all = ['music:read', 'music:write', 'catalog:read', 'analytics:read']

describe('findGrantablePermissions', () => {
  it.each([
    ['no permission named', ['keys:write'], undefined, all],
    ['one named', ['keys:write', 'music:read'], undefined, ['music:read']],
    ['two named', ['catalog:read', 'keys:write', 'music:write'], undefined, ['music:write', 'catalog:read']],
    ['other scopes', ['keys:write', 'openid', 'music'], undefined, all],
    ['a claim', ['keys:write'], ['keys:write', 'catalog:read'], ['catalog:read']],
    ['an empty claim', ['keys:write'], [], []],
    ['a claim beside scopes', ['keys:write', 'music:write'], ['music:read'], ['music:read']],
    ['a claim that is no list', ['keys:write'], 'music:read', all],
  ])('%s', (_what, scopes, claim, grantable) => {
    expect(findGrantablePermissions(scopes, claim)).toEqual(grantable)
  })
})
