import { type Operation, operations, permissions } from '@spindle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, requestToken, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'

/** Every subset of the permissions against every operation that takes a credential: 403 exactly where one is missing. */

const subsets = Array.from({ length: 16 }, (_, bits) => permissions.filter((_, index) => (bits >> index) & 1))
const unusedId = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const prefixes: Readonly<Record<string, string>> = {
  uploadId: 'upl',
  releaseId: 'rel',
  keyId: 'key',
  trackId: 'trk',
  deliveryId: 'dlv',
  webhookId: 'whk',
  messageId: 'whm',
  importId: 'imp',
  exportId: 'exp',
  id: 'rel',
}

const narrowed = { status: 403, error: 'insufficient_scope' }

const pathOf = ({ path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'list' ? 'genres' : `${prefixes[name] ?? 'rel'}_${unusedId}`,
  )

const takes = (auth: Operation['auth']) => operations.filter((operation) => operation.auth === auth)

describe('permissions', () => {
  let hub: TestHub
  let account: TestAccount
  const keys = new Map<string, string>()
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    account = await createTestAccount(hub)
    // A key has at least one permission; the empty subset is that of a key whose permission the operation does not ask for.
    for (const subset of subsets) if (subset.length > 0) keys.set(subset.join(), await account.key(subset))
  })

  const isBound = ({ method, path }: Operation): boolean =>
    hub.hub.http.table.entries().some((entry) => entry.method === method && entry.path === path)
  const call = ({ method, ...operation }: Operation, credential: { key?: string; bearer?: string }) =>
    hub.json(method, pathOf({ method, ...operation }), {
      ...credential,
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
    })

  it.each(takes('apiKey').map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    if (!isBound(operation)) return
    for (const [subset, key] of keys) {
      const answer = await call(operation, { key })
      const isMissing = operation.permission !== undefined && !subset.split(',').includes(operation.permission)
      if (isMissing)
        expect(answer, subset).toMatchObject({
          status: 403,
          body: { error: 'permission_missing', required: operation.permission },
        })
      else expect([401, 403], `${subset} ${answer.status}`).not.toContain(answer.status)
    }
    expect((await call(operation, {})).body.error).toBe('credentials_missing')
    expect((await call(operation, { bearer: await account.token() })).body.error).toBe('credentials_missing')
    const unknown = await call(operation, { key: 'spn_0000000000000000000000000000000000000' })
    expect(unknown.body.error).toBe('api_key_invalid')
    expect(unknown.headers.get('www-authenticate')).toBe('ApiKey realm="distributor"')
  })

  it.each(takes('jwt').map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    expect(isBound(operation)).toBe(true)
    for (const subset of subsets) {
      // The permissions of a token narrow what it may grant; they never stand in for the scope.
      const without = subset.join(' ')
      if (without !== '') {
        const answer = await call(operation, { bearer: await requestToken(hub, account, without) })
        expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
        expect(answer.headers.get('www-authenticate')).toContain('scope="keys:write"')
      }
      const bearer = await requestToken(hub, account, `keys:write ${without}`.trim())
      const { status, body } = await call(operation, { bearer })
      const isNarrowed = subset.length > 0 && subset.length < permissions.length
      if (operation.needsOwner && isNarrowed) expect({ status, error: body.error }).toEqual(narrowed)
      else expect([401, 403]).not.toContain(status)
    }
    expect((await call(operation, {})).body.error).toBe('credentials_missing')
    expect((await call(operation, { key: await account.key() })).body.error).toBe('credentials_missing')
    const key = await call(operation, { bearer: await account.key() })
    expect(key.body.error).toBe('invalid_token')
  })

  it('of a token decide what it may grant', async () => {
    for (const named of subsets) {
      const bearer = await requestToken(hub, account, ['keys:write', ...named].join(' '))
      const grantable = named.length === 0 ? permissions : named
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
