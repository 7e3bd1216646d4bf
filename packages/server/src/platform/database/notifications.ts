import pg from 'pg'
import type { Log } from '../logging/log.ts'
import type { Transaction } from './sql.ts'

/** Notifications between nodes (LISTEN/NOTIFY) on a separate connection, which is opened again when it is lost. */
export interface Notifications {
  /** False while the connection is down: caches must not rely on notifications then. */
  readonly isConnected: () => boolean
  on(channel: string, handler: (payload: string) => void): void
  /** Notifies every node, including this one, outside of a transaction. Rejects while the connection is down. */
  tell(channel: string, payload: string): Promise<void>
  /**
   * Notifies every node when the transaction commits. Handlers of this node have run when the transaction returns, even
   * if the connection is down.
   */
  announce(trx: Transaction, channel: string, payloads: readonly string[]): Promise<void>
  /** Called each time the connection is lost. */
  onInterruption(handler: () => void): void
  start(): Promise<void>
  close(): Promise<void>
}

const retryMs = 250

/** LISTEN on a separate connection, which is opened again when it is lost. */
export function databaseNotifications(connection: pg.ClientConfig, log: Log): Notifications {
  const handlers = new Map<string, ((payload: string) => void)[]>()
  const interruptions: (() => void)[] = []
  let client: pg.Client | undefined
  let connected = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const deliver = (channel: string, payload: string): void => {
    for (const handler of handlers.get(channel) ?? []) handler(payload)
  }

  const lost = (error: unknown): void => {
    if (connected) {
      log.warn('notifications.connection_lost', { error })
      for (const handler of interruptions) handler()
    }
    connected = false
    client?.removeAllListeners()
    client?.on('error', () => {})
    client?.end().catch(() => {})
    client = undefined
    if (!closed) {
      clearTimeout(timer)
      timer = setTimeout(() => void connect().catch(lost), retryMs)
      timer.unref()
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      application_name: 'spindle-notifications',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client = next
    next.on('error', lost)
    next.on('end', () => !closed && client === next && lost(new Error('connection ended')))
    next.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''))
    await next.connect()
    for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    connected = true
  }

  return {
    isConnected: () => connected,
    on: (channel, handler) => {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
    },
    async tell(channel, payload) {
      if (!connected || !client) throw new Error('The notification cannot be sent: its database connection is down')
      await client.query('select pg_notify($1, $2)', [channel, payload])
    },
    async announce(trx, channel, payloads) {
      if (payloads.length === 0) return
      await trx.execute('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
      trx.afterCommit(() => {
        for (const payload of payloads) deliver(channel, payload)
      })
    },
    onInterruption: (handler) => {
      interruptions.push(handler)
    },
    start: connect,
    async close() {
      closed = true
      clearTimeout(timer)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
      connected = false
    },
  }
}
