import type { Config } from '../../config/config.ts'

export interface Started extends Pick<Config, 'hubCommand' | 'integrationTokens' | 'publicUrl'> {
  /** The address this process listens on. A proxy may be in front of it. */
  readonly url: string
  readonly isWorker: boolean
  readonly hasAccounts: boolean
  /** Undefined once the hub has an operator. */
  readonly setupLink?: string | undefined
}

/** The text a hub prints after its start: its address, and what is left to set up. */
export function nextSteps(started: Started): string[] {
  const { hubCommand, publicUrl, url, integrationTokens, isWorker, hasAccounts, setupLink } = started
  if (isWorker) return [`Spindle runs at ${url} as a worker, which runs jobs and reports its health`]
  const lines = [`Spindle runs at ${publicUrl}. Its API reference is at ${publicUrl}/docs`]
  if (setupLink !== undefined) lines.push(`Set up this hub within 30 minutes: ${setupLink}`)
  if (!hasAccounts)
    lines.push(
      `There is no account yet. Create one with: ${hubCommand} accounts create "My label", then: ${hubCommand} clients create --account ID`,
    )
  if (integrationTokens.length === 0)
    lines.push(
      `No property has a token yet. Create one with: ${hubCommand} tokens generate --property my-site, add the first line to the settings of the hub and restart it`,
    )
  return lines
}
