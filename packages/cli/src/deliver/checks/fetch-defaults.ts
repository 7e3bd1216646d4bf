import { type Spindle, SpindleError } from '@spindle/client'
import { labelKey, layerDefaults, type ReleaseDefaults } from '@spindle/contract'

/** What the hub will do for a new release because of its label and its account. */
export interface HubDefaults {
  readonly defaults: ReleaseDefaults
  /** The label has a source of its own for these codes. */
  readonly assigns: { readonly upc: boolean; readonly isrc: boolean }
}

/**
 * The defaults that the hub will fill a new release from: those of its label, then those of the account. None from an older hub, or
 * for a key that may not read them.
 */
export async function fetchDefaults(
  client: Spindle,
  ownLabel: string | undefined,
  signal: AbortSignal,
): Promise<HubDefaults> {
  try {
    const ofAccount = (await client.defaults.get({ signal })).defaults as ReleaseDefaults
    const name = ownLabel ?? ofAccount.label
    const label = name === undefined ? undefined : await findLabel(client, name, signal)
    const ofLabel = label && { name: name ?? label.name, defaults: label.defaults as ReleaseDefaults }
    return {
      defaults: layerDefaults(ofAccount, ofLabel),
      // An older hub does not have these members.
      assigns: { upc: typeof label?.upcRange === 'string', isrc: typeof label?.isrcPrefix === 'string' },
    }
  } catch (error) {
    if (error instanceof SpindleError && (error.status === 404 || error.status === 403))
      return { defaults: {}, assigns: { upc: false, isrc: false } }
    throw error
  }
}

async function findLabel(client: Spindle, name: string, signal: AbortSignal) {
  for await (const label of client.labels.list({ query: name, limit: 100 }, { signal }))
    if (labelKey(label.name) === labelKey(name)) return label
  return undefined
}
