import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DataDirectoryError, findErrno, useOwnDatabase } from './data-directory-error.ts'
import { durabilitySettings } from './server-settings.ts'

/** What node-postgres needs to connect. */
export interface ConnectionSettings {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/** `not_set_up`: the server responds, but the role or its database does not exist. */
export type Readiness = 'ready' | 'not_set_up' | 'exited'

const pollMs = 15
const connectTimeoutMs = 5_000
// Not listening yet, starting up or recovering, out of connections, or the connection was lost during the start.
const passing = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03', '57P01', '57P02', '53300'])
const notSetUp = new Set(['28P01', '28000', '3D000'])

/**
 * Retries until the server responds, however long its recovery takes. It stops only if the process ends or the caller
 * aborts.
 */
export async function waitUntilReady(
  settings: ConnectionSettings,
  { hasExited, signal }: { hasExited: () => boolean; signal: AbortSignal },
): Promise<Readiness> {
  while (!hasExited()) {
    signal.throwIfAborted()
    try {
      await query(settings, 'SELECT 1')
      return 'ready'
    } catch (error) {
      const code = findErrno(error)
      if (code !== undefined && notSetUp.has(code)) return hasExited() ? 'exited' : 'not_set_up'
      if (!isPassing(error, code)) throw error
    }
    await sleep(pollMs)
  }
  return 'exited'
}

function isPassing(error: unknown, code: string | undefined): boolean {
  if (code !== undefined) return passing.has(code)
  return error instanceof Error && /terminated|timeout/i.test(error.message)
}

/** Refuses a server that would acknowledge what is not on the disk, or that is not the one just started. */
export async function verifyServer(settings: ConnectionSettings, clusterName: string): Promise<void> {
  const expected = { ...durabilitySettings, cluster_name: clusterName }
  const rows = await query(settings, 'SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [
    Object.keys(expected),
  ])
  const actual = new Map(rows.map((row) => [row.name, row.setting]))
  for (const [name, value] of Object.entries(expected)) {
    if (actual.get(name) === value) continue
    throw new DataDirectoryError('postgres_unsafe_settings', {
      message: `PostgreSQL runs with ${name}=${String(actual.get(name))}, but ${value} is required`,
      fix: `remove that setting (ALTER ROLE, ALTER DATABASE ... RESET ${name}), or ${useOwnDatabase}`,
    })
  }
}

/** Opens a connection for one statement. */
export async function query(
  settings: ConnectionSettings,
  text: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  return withClient(settings, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)
}

/** Connects, runs `use`, and always disconnects. */
export async function withClient<T>(settings: ConnectionSettings, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...settings, ssl: false, connectionTimeoutMillis: connectTimeoutMs })
  // If the server goes away between calls, the error is reported here; the next call reports it again.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
