import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import { dropHolder, dropLastHolder, holdProperties, listPropertyIds, propertiesChannel } from './property-queries.ts'

/**
 * Which properties there are: those that any running process has tokens of. Nodes get a new set of tokens one after the
 * other, and a worker gets none; a release submitted at either must still reach every property. A command of the
 * operator goes by what the processes said in any case: the shell it runs in may know other tokens than the hub.
 */
export interface KnownProperties {
  list(): readonly string[]
  /** Reads what the processes with tokens said, and goes by that alone. Throws where it cannot be read. */
  learn(): Promise<void>
  /** Tells which ones this process has tokens of, and reads all; a failure is logged, and repaired in a few seconds. */
  sync(): Promise<void>
  /** Goes on telling and reading, until it is closed. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface KnownPropertiesOptions {
  readonly database: Database
  readonly notifications: Pick<Notifications, 'on'>
  readonly log: Log
  /** The properties this process has tokens of. */
  readonly configured: () => readonly string[]
}

/** Well below the minute after which a process that says nothing is forgotten. */
const beatMs = 20_000
const goodbyeMs = 1_000

export function knownProperties({ database, notifications, log, configured }: KnownPropertiesOptions): KnownProperties {
  const holder = randomUUID()
  let known: readonly string[] = []
  let follows = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const warn = (error: unknown): void => log.warn('integration.properties_sync_failed', { error })
  const read = async (): Promise<void> => {
    known = await listPropertyIds(database.system)
  }
  const tell = async (): Promise<void> => {
    const own = configured()
    if (own.length > 0) await holdProperties(database, holder, own)
    else await dropHolder(database.system, holder)
    await read()
  }
  /** One at a time: the last notification must win. */
  const sync = (): Promise<void> => {
    running = running.then(tell).catch(warn)
    return running
  }
  const syncLater = (): void => {
    if (isClosed) return
    timer = setTimeout(() => void sync().finally(syncLater), beatMs)
    timer.unref()
  }
  notifications.on(propertiesChannel, () => void read().catch(warn))
  return {
    list: () => (follows && known.length > 0 ? known : [...new Set([...configured(), ...known])]),
    async learn() {
      await read()
      follows = true
    },
    sync,
    async start() {
      await sync()
      syncLater()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      // Not awaited without a database: the others forget this process in a minute.
      const said = running.then(() => dropLastHolder(database.system, holder)).catch(warn)
      await Promise.race([said, sleep(goodbyeMs, undefined, { ref: false })])
    },
  }
}
