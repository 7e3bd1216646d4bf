import { timingSafeEqual } from 'node:crypto'
import type { ApiKeyPrincipal } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database, TenantTransaction } from '../../platform/database/sql.ts'
import { digestOf, isSecret } from '../../platform/secrets/secrets.ts'
import { findLiveKeyByDigest, keysChannel } from './key-queries.ts'
import type { KeyUsage } from './key-usage.ts'

/**
 * Finds the principal of a presented key. Determines how long a revoked key can still be accepted: not at all on the
 * node that revoked it, until the notification arrives on other nodes, and for 5 s if none arrives.
 */
export interface KeyFinder {
  /**
   * `network` is the network of the request. Undefined for malformed, unknown, revoked and expired keys alike; throws
   * `database_unavailable`.
   */
  find(presented: string, network?: string): Promise<ApiKeyPrincipal | undefined>
}

export interface KeyFinderOptions {
  readonly database: Database
  readonly notifications: Notifications
  readonly clock: Clock
  readonly usage: KeyUsage
}

const ttlMs = 5_000
const maxEntries = 10_000

export function keyFinder({ database, notifications, clock, usage }: KeyFinderOptions): KeyFinder {
  const cache = lookupCache<KnownKey | undefined>({ clock, ttlMs, maxEntries })
  const load = async (digest: Buffer): Promise<KnownKey | undefined> => {
    const row = await findLiveKeyByDigest(database.system, digest)
    if (!row) return undefined
    const { id, accountId, permissions } = row
    return {
      digest: row.digest,
      expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      principal: { kind: 'apiKey', id, accountId, permissions },
    }
  }
  notifications.on(keysChannel, (digestHex) => cache.drop(Buffer.from(digestHex, 'hex').toString('latin1')))
  notifications.onInterruption(cache.dropAll)
  return {
    async find(presented, network) {
      if (!isSecret('spn_', presented)) return undefined
      const digest = digestOf(presented)
      const known = await cache.get(digest.toString('latin1'), () => load(digest))
      if (!known || !timingSafeEqual(known.digest, digest) || known.expiresAtMs <= clock.now()) return undefined
      usage.note(known.principal, network)
      return known.principal
    },
  }
}

/** Reports that the validity of keys has changed. */
export const announceKeys = (
  notifications: Pick<Notifications, 'announce'>,
  { transaction }: TenantTransaction,
  digests: readonly Buffer[],
): Promise<void> =>
  notifications.announce(
    transaction,
    keysChannel,
    digests.map((digest) => digest.toString('hex')),
  )

interface KnownKey {
  readonly digest: Buffer
  readonly expiresAtMs: number
  readonly principal: ApiKeyPrincipal
}
