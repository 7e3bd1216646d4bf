import type { Credentials } from './credentials.ts'
import { type ConnectionSettings, withClient } from './wait-until-ready.ts'

/**
 * The role and the database of the hub. The role is not a superuser and cannot bypass row-level security; otherwise the
 * second wall between accounts would not apply to it. Every step may run again, so a crash in between is harmless.
 */

/** Creates the hub's role and database, or sets the role's password again. Safe to repeat. */
export async function setUpDatabase(superuser: ConnectionSettings, { hub }: Credentials): Promise<void> {
  await withClient(superuser, async (client) => {
    const roles = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [hub.user])
    // DDL takes no parameters; name and password come from our generator: letters, digits, _ and - only.
    const verb = roles.rowCount === 0 ? 'CREATE' : 'ALTER'
    await client.query(
      `${verb} ROLE "${hub.user}" LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS CREATEDB PASSWORD '${hub.password}'`,
    )
    const databases = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [hub.database])
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE "${hub.database}" OWNER "${hub.user}"`)
  })
}
