import { exitCodes } from '@spindle/command-line'
import type { Config } from '../../config/config.ts'
import { jsonLog } from '../../platform/logging/log.ts'
import { joinEmbedded } from '../../platform/open-database.ts'
import { type ChildChannel, openChannel } from '../../platform/processes/child-channel.ts'
import type { ProcessPlace } from '../../platform/processes/messages.ts'
import type { StartOptions } from '../../start-hub.ts'

/** A process of a hub with several, as `serveProcesses` has started it. */
export interface JoinedProcess {
  readonly channel: ChildChannel
  /** The settings with the share of this process. */
  readonly own: Config
  readonly start: StartOptions
}

export async function joinProcesses(config: Config, place: ProcessPlace): Promise<JoinedProcess> {
  const log = jsonLog(config.logLevel)
  const hasMetrics = config.metricsPort !== undefined || config.metricsToken !== undefined
  const channel = openChannel({ hasMetrics, onLost: () => void endAlone(config, place) })
  const opened =
    config.databaseUrl === undefined
      ? { openDatabase: await joinEmbedded({ ...config, maxConnections: config.databasePool, log }) }
      : { migrates: false }
  return { channel, own: shareOf(config, place), start: { ...opened, log, siblings: channel.siblings } }
}

/** What all processes together may use is divided; the metrics port belongs to the first process. */
export function shareOf(config: Config, { role, apiProcesses }: Pick<ProcessPlace, 'role' | 'apiProcesses'>): Config {
  const own = { ...config, metricsPort: undefined }
  // It answers only about its health, and not at the port of the hub.
  if (role === 'worker') return { ...own, host: '127.0.0.1', port: 0 }
  const { connectionsPerAddress, blobs } = config
  return {
    ...own,
    connectionsPerAddress:
      connectionsPerAddress === undefined ? undefined : Math.ceil(connectionsPerAddress / apiProcesses),
    blobs: blobs.kind === 'disk' ? blobs : { ...blobs, tempBytes: Math.ceil(blobs.tempBytes / apiProcesses) },
  }
}

/** The first process was killed: no process may outlive it, and the worker also stops the PostgreSQL that it left. */
async function endAlone({ dataDir, databaseUrl, logLevel }: Config, { role }: ProcessPlace): Promise<void> {
  try {
    if (role !== 'worker' || databaseUrl !== undefined) return
    const { stopOrphanedServer } = await import('../../platform/database/embedded/index.ts')
    await stopOrphanedServer(dataDir, jsonLog(logLevel))
  } finally {
    process.exit(exitCodes.failed)
  }
}
