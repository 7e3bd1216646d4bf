import {
  createKey,
  getCurrentKey,
  getKey,
  listKeys,
  type Permission,
  permissions,
  revokeKey,
  rotateKey,
} from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { AuditActor } from '../people/index.ts'
import type { CallerDescriptions } from './describe-caller.ts'
import { keyBodyRules } from './key-lifecycle.ts'
import type { KeyCaller, KeyService } from './service.ts'

export function bindKeys(http: Http, keys: KeyService, callers: CallerDescriptions): void {
  route(
    http,
    createKey,
    async ({ trx, principal, body }) => {
      const created = await keys.create(trx, callerOf(principal), body)
      return { body: created, location: `${createKey.path}/${created.id}` }
    },
    { bodyRules: keyBodyRules(http.clock) },
  )
  route(http, getCurrentKey, async ({ tenant, principal }) => ({
    body: await callers.describe(http, tenant, principal),
  }))
  route(http, listKeys, async ({ tenant, page, query }) => ({ page: await keys.list(tenant, page, query) }))
  route(http, getKey, async ({ tenant, params }) => {
    const { key, etag } = await keys.get(tenant, params.keyId)
    return { body: key, etag }
  })
  route(http, revokeKey, async ({ trx, principal, params, ifMatch }) => {
    await keys.revoke(trx, callerOf(principal), { id: params.keyId, ifMatch })
    return { body: undefined }
  })
  route(http, rotateKey, async ({ trx, principal, params, body }) => {
    const rotation = { id: params.keyId, overlapSeconds: body.overlapSeconds }
    const created = await keys.rotate(trx, callerOf(principal), rotation)
    return { body: created, location: `${createKey.path}/${created.id}` }
  })
}

const callerOf = (principal: AccountPrincipal): KeyCaller => ({
  actor: toActor(principal),
  grantable: grantablePermissionsOf(principal),
  isLimitedToOwn: principal.kind === 'user' && principal.role !== 'owner',
})

/** A key cannot make keys: these operations accept tokens and sessions. */
const toActor = (principal: AccountPrincipal): AuditActor =>
  principal.kind === 'user'
    ? { type: 'user', id: principal.id, name: principal.name }
    : { type: 'client', id: principal.id, name: null }

const grantablePermissionsOf = (principal: AccountPrincipal): readonly Permission[] =>
  principal.kind === 'client' ? principal.grantable : permissions.filter((one) => principal.permissions.includes(one))
