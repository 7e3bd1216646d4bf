import { type Operation, operations, type Permission, permissions } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../harness/accounts.ts'
import { type JsonAnswer, type JsonOptions, startTestHub, type TestHub } from '../harness/hub.ts'

/**
 * Every operation with a credential is called with every credential that it does not accept, and with every subset of
 * the permissions: 401 and 403 exactly if one is missing, with the challenge that names it.
 */

const subsets = Array.from({ length: 16 }, (_, bits) => permissions.filter((_, index) => (bits >> index) & 1))
const unusedId = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const unknownKey = 'spn_0000000000000000000000000000000000000'
const token = 'a'.repeat(32)
const prefixes: Readonly<Record<string, string>> = {
  uploadId: 'upl',
  releaseId: 'rel',
  keyId: 'key',
  trackId: 'trk',
  deliveryId: 'dlv',
  webhookId: 'whk',
  messageId: 'whm',
  importId: 'imp',
  tableImportId: 'tbi',
  transferId: 'trf',
  exportId: 'exp',
  id: 'rel',
}

const pathOf = ({ path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'list' ? 'genres' : `${prefixes[name] ?? 'rel'}_${unusedId}`,
  )

const takes = (auth: Operation['auth']) =>
  operations.filter((operation) => operation.auth === auth).map((operation) => [operation.id, operation] as const)

describe('permissions', () => {
  let hub: TestHub
  let account: TestAccount
  let key: string
  const keys = new Map<string, string>()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
    account = await createTestAccount(hub)
    key = await account.key()
    // A key has at least one permission; the empty subset is a key with a permission that the operation does not
    // require.
    for (const subset of subsets) if (subset.length > 0) keys.set(subset.join(), await account.key(subset))
  })

  const isBound = ({ method, path }: Operation): boolean =>
    hub.hub.http.table.entries().some((entry) => entry.method === method && entry.path === path)
  const call = ({ method, ...operation }: Operation, credential: JsonOptions) =>
    hub.json(method, pathOf({ method, ...operation }), {
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
      ...credential,
    })
  const seen = ({ status, headers, body }: JsonAnswer) => [status, body.error, headers.get('www-authenticate')]
  /** A body that is not JSON is not parsed before the credential is checked. */
  const broken = ({ method }: Operation) => (method === 'GET' || method === 'DELETE' ? {} : { body: '{"broken' })

  describe('by API key', () => {
    const challenge = 'ApiKey realm="distributor"'

    it.each(takes('apiKey'))('%s asks for a key, and takes no credential in its place', async (_id, operation) => {
      expect(isBound(operation)).toBe(true)
      const missing = [401, 'credentials_missing', challenge]
      expect(seen(await call(operation, broken(operation)))).toEqual(missing)
      for (const bearer of [await account.token(), token, key])
        expect(seen(await call(operation, { bearer }))).toEqual(missing)
      const cut = key.slice(0, -1)
      for (const wrong of [unknownKey, cut, `${cut}${key.endsWith('x') ? 'y' : 'x'}`, token, await account.token()])
        expect(seen(await call(operation, { key: wrong, ...broken(operation) }))).toEqual([
          401,
          'api_key_invalid',
          challenge,
        ])
    })

    it.each(takes('apiKey'))('%s takes a key with its permission, and no other', async (_id, operation) => {
      for (const [subset, subsetKey] of keys) {
        const answer = await call(operation, { key: subsetKey })
        const isMissing = operation.permission !== undefined && !subset.split(',').includes(operation.permission)
        if (isMissing)
          expect(answer, subset).toMatchObject({
            status: 403,
            body: {
              error: 'permission_missing',
              required: operation.permission,
              detail: `This operation requires the permission ${operation.permission}.`,
            },
          })
        else expect([401, 403], `${subset} ${answer.status}`).not.toContain(answer.status)
      }
    })

    it('changes nothing for a key without the permission', async () => {
      const reader = await account.key(['music:read', 'catalog:read', 'analytics:read'])
      const bytes = await hub.request('/api/v1/distributor/uploads', {
        method: 'POST',
        headers: { 'x-api-key': reader, 'content-type': 'audio/wav' },
        body: 'ten bytes.',
      })
      expect(bytes.status).toBe(403)
      expect((await hub.json('GET', '/api/v1/distributor/uploads', { key })).body.data).toEqual([])
    })
  })

  describe('by token of a service client', () => {
    const challenge = () =>
      `Bearer realm="distributor", resource_metadata="${hub.url}/.well-known/oauth-protected-resource/api/v1/distributor/keys"`

    it.each(takes('jwt'))('%s asks for a token, and takes no credential in its place', async (_id, operation) => {
      expect(isBound(operation)).toBe(true)
      const missing = [401, 'credentials_missing', challenge()]
      expect(seen(await call(operation, broken(operation)))).toEqual(missing)
      expect(seen(await call(operation, { key }))).toEqual(missing)
      const invalid = `${challenge()}, error="invalid_token", error_description="The token is not valid"`
      for (const bearer of [key, token, 'x.y.z', ''])
        expect(seen(await call(operation, { bearer, ...broken(operation) }))).toEqual([401, 'invalid_token', invalid])
    })

    it.each(takes('jwt'))('%s takes a token with its scope, and no other', async (_id, operation) => {
      const insufficient = `${challenge()}, error="insufficient_scope", error_description="The token does not have a required scope", scope="keys:write"`
      for (const subset of subsets) {
        // The permissions of a token narrow what it may grant; they never replace the scope.
        const without = subset.join(' ')
        if (without !== '')
          expect(seen(await call(operation, { bearer: await requestToken(hub, account, without) }))).toEqual([
            403,
            'insufficient_scope',
            insufficient,
          ])
        const bearer = await requestToken(hub, account, `keys:write ${without}`.trim())
        const { status, body } = await call(operation, { bearer })
        const isNarrowed = subset.length > 0 && subset.length < permissions.length
        if (operation.needsOwner && isNarrowed) expect([status, body.error]).toEqual([403, 'insufficient_scope'])
        else expect([401, 403]).not.toContain(status)
      }
    })

    it('grants what the token may grant', async () => {
      for (const named of subsets) {
        const bearer = await requestToken(hub, account, ['keys:write', ...named].join(' '))
        const grantable: readonly Permission[] = named.length === 0 ? permissions : named
        for (const wanted of subsets.filter(({ length }) => length > 0)) {
          const body = { name: 'granted', permissions: wanted }
          const { status } = await hub.json('POST', '/api/v1/distributor/keys', { bearer, body })
          expect(status, `${named.join()} grants ${wanted.join()}`).toBe(
            wanted.every((one) => grantable.includes(one)) ? 201 : 403,
          )
        }
      }
    })
  })

  describe('by integration token', () => {
    it.each(takes('integrationToken'))('%s takes the token of a property, and no other', async (_id, operation) => {
      const challenge = `Bearer realm="integration", resource_metadata="${hub.url}/.well-known/oauth-protected-resource"`
      const missing = [401, 'credentials_missing', challenge]
      expect(seen(await call(operation, broken(operation)))).toEqual(missing)
      for (const foreign of [key, token]) expect(seen(await call(operation, { key: foreign }))).toEqual(missing)
      const invalid = `${challenge}, error="invalid_token", error_description="The token is not valid"`
      for (const bearer of ['b'.repeat(32), token.slice(1), 'site-a', key, await account.token(), ''])
        expect(seen(await call(operation, { bearer, ...broken(operation) }))).toEqual([401, 'invalid_token', invalid])
      expect([401, 403]).not.toContain((await call(operation, { bearer: token })).status)
    })
  })
})
