import type { Spindle } from '@spindle/client'

/** What a hub's settings add to the rules. */
export interface HubSettings {
  /** Ids of the rules it publishes: one that it does not know it does not apply either. */
  readonly ruleIds: ReadonlySet<string>
  /** Which identifiers it assigns to a release submitted without. */
  readonly assigns: { readonly upc: boolean; readonly isrc: boolean }
  readonly outletIds: readonly string[]
}

/** Asks the hub. Needs any key. */
export async function fetchHubSettings(client: Spindle, signal: AbortSignal): Promise<HubSettings> {
  const [{ data: rules, assigns }, { data: outlets }] = await Promise.all([
    client.rules.list({ signal }),
    client.outlets.list({ signal }),
  ])
  return { ruleIds: new Set(rules.map(({ id }) => id)), assigns, outletIds: outlets.map(({ id }) => id) }
}
