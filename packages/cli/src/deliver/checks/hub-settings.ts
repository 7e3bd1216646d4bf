import type { Spindle } from '@spindle/client'
import type { Outlet } from '@spindle/contract'
import type { StoreForRules } from '@spindle/contract/rules'

/** What a hub's settings add to the rules. */
export interface HubSettings {
  /** Ids of the rules it publishes: a rule that is not among them is not applied. */
  readonly ruleIds: ReadonlySet<string>
  /** Which identifiers it assigns to a release submitted without. */
  readonly assigns: { readonly upc: boolean; readonly isrc: boolean }
  readonly outletIds: readonly string[]
  /** Those of them that are stores; older hubs do not publish what theirs accept. */
  readonly stores: readonly StoreForRules[]
}

/** Asks the hub. Needs any key. */
export async function fetchHubSettings(client: Spindle, signal: AbortSignal): Promise<HubSettings> {
  const [{ data: rules, assigns }, { data: outlets }] = await Promise.all([
    client.rules.list({ signal }),
    client.outlets.list({ signal }),
  ])
  return {
    ruleIds: new Set(rules.map(({ id }) => id)),
    assigns,
    outletIds: outlets.map(({ id }) => id),
    stores: outlets.flatMap(toStore),
  }
}

/** Rules ask only whether a store has a word for a genre. */
const toStore = ({ id, name, store }: Outlet): StoreForRules[] =>
  store === undefined
    ? []
    : [
        {
          id,
          name,
          takes: store.takes,
          genres: store.genres && Object.fromEntries(store.genres.map((code) => [code, code])),
        },
      ]
