import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { freePort } from './hub.ts'
import { launchPgBouncer } from './shared/launch-pgbouncer.ts'

/** Debian's PgBouncer in front of a database: every transaction may have another connection. */
export interface Bouncer {
  /** What DATABASE_URL would be. */
  readonly pooledUrl: string
  /** PostgreSQL itself. */
  readonly directUrl: string
  close(): Promise<void>
}

export async function startPgBouncer(
  { connection }: Pick<OpenDatabase, 'connection'>,
  options: {
    /** Startup parameters that it drops in place of refusing them. */
    readonly ignores?: string
  } = {},
): Promise<Bouncer> {
  const { database = '', user = '', password } = connection
  if (typeof password !== 'string') throw new Error('the test database has no password')
  const port = await freePort()
  const { directPort, close } = await launchPgBouncer({ ...options, connection, at: { port } })
  const urlOf = (at: number): string => `postgres://${user}:${password}@127.0.0.1:${at}/${database}`
  return { pooledUrl: urlOf(port), directUrl: urlOf(directPort), close }
}
