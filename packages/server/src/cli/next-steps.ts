import type { Config } from '../config/config.ts'

export interface Started extends Pick<Config, 'hubCommand' | 'integrationTokens' | 'publicUrl'> {
  /** Where this process listens, which a proxy may be in front of. */
  readonly url: string
  readonly isWorker: boolean
  readonly hasAccounts: boolean
  /** Undefined once somebody runs the hub. */
  readonly setupLink?: string | undefined
}

/** What a hub that has just started says to the person in front of it: where it is, and what it still lacks. */
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
