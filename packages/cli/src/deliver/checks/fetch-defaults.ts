import { type Spindle, SpindleError } from '@spindle/client'
import { labelKey, layerDefaults, type ReleaseDefaults } from '@spindle/contract'

/**
 * The defaults that the hub will fill a new release from: those of its label, then those of the account. None from an older hub, or
 * for a key that may not read them.
 */
export async function fetchDefaults(
  client: Spindle,
  ownLabel: string | undefined,
  signal: AbortSignal,
): Promise<ReleaseDefaults> {
  try {
    const ofAccount = (await client.defaults.get({ signal })).defaults as ReleaseDefaults
    const name = ownLabel ?? ofAccount.label
    const label = name === undefined ? undefined : await findLabel(client, name, signal)
    return layerDefaults(ofAccount, label && { name: name ?? label.name, defaults: label.defaults as ReleaseDefaults })
  } catch (error) {
    if (error instanceof SpindleError && (error.status === 404 || error.status === 403)) return {}
    throw error
  }
}

async function findLabel(client: Spindle, name: string, signal: AbortSignal) {
  for await (const label of client.labels.list({ query: name, limit: 100 }, { signal }))
    if (labelKey(label.name) === labelKey(name)) return label
  return undefined
}
