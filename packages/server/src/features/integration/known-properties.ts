import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/log.ts'
import { listPropertyIds, propertiesChannel, replaceProperties } from './store.ts'

/**
 * Which properties there are. A process with tokens knows its own and writes their ids; a process without any, such as a
 * worker, reads what the others wrote, or a release it submits would have nowhere to go. A command of the operator goes
 * by what was written in any case: the shell it runs in may know other tokens than the hub.
 */
export interface KnownProperties {
  list(): readonly string[]
  /** Reads what the processes with tokens wrote, and goes by that. Throws where it cannot be read. */
  learn(): Promise<void>
  /** Reads and writes what has changed; a failure is logged, and the next change or start repairs it. */
  sync(): Promise<void>
}

export interface KnownPropertiesOptions {
  readonly database: Database
  readonly notifications: Pick<Notifications, 'on'>
  readonly log: Log
  /** The properties this process has tokens of. */
  readonly configured: () => readonly string[]
}

export function knownProperties({ database, notifications, log, configured }: KnownPropertiesOptions): KnownProperties {
  let others: readonly string[] = []
  let follows = false
  const sync = async (): Promise<void> => {
    try {
      const own = configured()
      if (own.length > 0) await replaceProperties(database, own)
      else others = await listPropertyIds(database.system)
    } catch (error) {
      log.warn('integration.properties_sync_failed', { error })
    }
  }
  notifications.on(propertiesChannel, () => {
    if (configured().length === 0) void sync()
  })
  return {
    list: () => (configured().length > 0 && !(follows && others.length > 0) ? configured() : others),
    async learn() {
      others = await listPropertyIds(database.system)
      follows = true
    },
    sync,
  }
}
