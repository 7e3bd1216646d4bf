import { execFileSync } from 'node:child_process'
import { chownSync, readdirSync } from 'node:fs'
import { isRoot } from './other-users.ts'

/** Debian's PostgreSQL, for tests of what is replicated. */

/** The folder of the newest that Debian has installed. */
export function postgresPrograms(): string {
  const newest = readdirSync('/usr/lib/postgresql')
    .filter((name) => Number(name) >= 15)
    .sort((one, other) => Number(other) - Number(one))[0]
  if (newest === undefined) throw new Error('PostgreSQL 15 or newer is not installed')
  return `/usr/lib/postgresql/${newest}/bin`
}

/** PostgreSQL and Patroni refuse to run as root: the user that Debian's PostgreSQL brings. */
export const postgresOwner = (): { readonly uid?: number; readonly gid?: number } =>
  isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, 'postgres']))

export function giveToPostgres(folder: string): void {
  const { uid, gid } = postgresOwner()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}
