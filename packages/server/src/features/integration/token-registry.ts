import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@spindle/contract'
import type { IntegrationToken } from '../../config/integration-tokens.ts'
import { sha256 } from '../../platform/values/sha256.ts'

/**
 * The integration tokens by digest. Looking one up costs one SHA-256 and one map access however many there are; the hit
 * is compared in constant time, and plain tokens are not kept.
 */
export interface TokenRegistry<V> {
  /** The entry of the token, or undefined; throws `integration_not_configured` while no token is configured. */
  find(token: string): V | undefined
  /** Replaces the set, between two requests. */
  replace(tokens: readonly IntegrationToken[]): void
  properties(): readonly string[]
  /** The entries of all tokens of the property; more than one while its token is replaced. */
  list(property: string): readonly V[]
}

interface Entry<V> {
  readonly digest: Buffer
  readonly value: V
}

export function tokenRegistry<V>(
  tokens: readonly IntegrationToken[],
  toValue: (entry: IntegrationToken) => V,
): TokenRegistry<V> {
  let entries = new Map<string, Entry<V>>()
  let byProperty = new Map<string, readonly V[]>()
  const registry: TokenRegistry<V> = {
    find(token) {
      if (entries.size === 0)
        throw new AppError('integration_not_configured', {
          detail: 'No integration token is configured on the hub. The operator must set SPINDLE_INTEGRATION_TOKENS.',
        })
      const digest = sha256(token)
      const entry = entries.get(digest.toString('latin1'))
      return entry && timingSafeEqual(entry.digest, digest) ? entry.value : undefined
    },
    replace(next) {
      const made = next.map((entry) => ({
        property: entry.property,
        digest: sha256(entry.token),
        value: toValue(entry),
      }))
      entries = new Map(made.map(({ digest, value }) => [digest.toString('latin1'), { digest, value }]))
      const grouped = Map.groupBy(made, ({ property }) => property)
      byProperty = new Map([...grouped].map(([property, those]) => [property, those.map(({ value }) => value)]))
    },
    properties: () => [...byProperty.keys()],
    list: (property) => byProperty.get(property) ?? [],
  }
  registry.replace(tokens)
  return registry
}
