import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { DataDirectoryError, useOwnDatabase } from './data-directory-error.ts'

/**
 * PostgreSQL refuses to run as root, so a hub that runs as root starts it under an unprivileged account. The account
 * must have a passwd entry, because initdb looks up its name.
 */

/** The user a PostgreSQL program runs as; undefined if this is the user of the hub. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const preferredNames = ['spindle', 'nobody', 'daemon', 'postgres']
const noLoginShell = /\/(nologin|false)$/

/**
 * Accounts to try, in this order; `[undefined]` if the hub is not root. Only the owner of an existing cluster can run
 * it.
 */
export async function findAccounts(clusterDir: string): Promise<readonly (Account | undefined)[]> {
  const owner = await findOwner(clusterDir)
  const uid = process.getuid?.()
  if (uid !== 0) {
    requireOwnAccount(clusterDir, { uid, owner })
    return [undefined]
  }
  const passwd = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const usable = passwd.filter((entry) => entry.uid !== 0)
  if (owner !== undefined && owner !== 0) {
    const found = usable.find((entry) => entry.uid === owner)
    return [found ?? { name: `uid ${owner}`, uid: owner, gid: owner }]
  }
  const preferred = preferredNames.flatMap((name) => usable.filter((entry) => entry.name === name))
  const others = usable.filter((entry) => noLoginShell.test(entry.shell) && !preferred.includes(entry))
  const accounts = [...preferred, ...others].slice(0, 5)
  if (accounts.length === 0) throw noAccountError('/etc/passwd has no unprivileged account')
  return accounts
}

/** Throws for an existing cluster that belongs to root: a copy by root that did not keep the owners. */
export async function requireOtherOwner(
  clusterDir: string,
  [account]: readonly (Account | undefined)[],
): Promise<void> {
  if (account !== undefined && (await findOwner(clusterDir)) === 0) throw ownedByRootError(clusterDir, account)
}

/** The error if a hub that runs as root cannot switch to any other account. */
export function noAccountError(reason: string): DataDirectoryError {
  return new DataDirectoryError('postgres_no_account', {
    message: `PostgreSQL does not run as root and no other account can be used: ${reason}`,
    fix: `start the hub as an ordinary user, add a user "spindle", or ${useOwnDatabase}`,
  })
}

function ownedByRootError(clusterDir: string, { name, uid, gid }: Account): DataDirectoryError {
  return new DataDirectoryError('data_directory_other_user', {
    message: `The database in ${clusterDir} belongs to root, and PostgreSQL does not run as root`,
    fix: `give it to an unprivileged account such as ${name}: chown -R ${uid}:${gid} ${clusterDir}. To copy a data directory with its owners, use cp -a, or tar -p as root`,
  })
}

function requireOwnAccount(clusterDir: string, { uid, owner }: { uid: number | undefined; owner: number | undefined }) {
  if (owner !== undefined && owner !== uid) {
    throw new DataDirectoryError('data_directory_other_user', {
      message: `The database in ${clusterDir} belongs to the user with uid ${owner}, but this process runs with uid ${uid}`,
      fix: `start as before (as root or as that user), or change the owner of the whole data directory: chown -R ${uid} <data directory>`,
    })
  }
  try {
    userInfo()
  } catch (cause) {
    throw new DataDirectoryError('postgres_no_account', {
      message: `PostgreSQL needs a user name, but uid ${uid} has no entry in /etc/passwd`,
      fix: `run with a uid that has a passwd entry, or ${useOwnDatabase}`,
      cause,
    })
  }
}

async function findOwner(clusterDir: string): Promise<number | undefined> {
  const stats = await stat(clusterDir).catch(() => undefined)
  return stats?.uid
}

function parsePasswd(text: string): (Account & { shell: string })[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid, , , shell] = line.split(':')
    if (name === undefined || uid === undefined || gid === undefined) return []
    return [{ name, uid: Number(uid), gid: Number(gid), shell: shell ?? '' }]
  })
}
