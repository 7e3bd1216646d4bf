import { execFile } from 'node:child_process'
import { findFreeUserId } from '../../../platform/process/free-user-id.ts'
import { systemPath } from '../../../platform/process/system-path.ts'
import { childBundle } from './child-bundle.ts'
import { childCode } from './child-files.ts'

/**
 * What the system can take away from a child beside Node's permission model: the account of root and the network. Tried
 * once by starting a real child, because containers and kernels differ in what they allow.
 */
export interface ChildWalls {
  /** True when the child cannot act as root: the hub is not root, or the child runs under a separate user id. */
  readonly account: boolean
  /** True when the child has an empty network namespace. */
  readonly network: boolean
  /** The command the child is started by. */
  readonly prefix: readonly string[]
  /** Where the children lie as one file each, when they start from there behind these walls. */
  readonly bundle?: string | undefined
}

const offline = ['unshare', '--net']
const offlineAsUser = ['unshare', '--net', '--map-current-user']

function candidates(): ChildWalls[] {
  if (process.platform !== 'linux') return []
  if (process.getuid?.() !== 0) return [{ account: true, network: true, prefix: [...offlineAsUser, '--'] }]
  const uid = findFreeUserId('media')
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--']
  return [
    { account: true, network: true, prefix: [...offline, '--', ...drop] },
    { account: true, network: false, prefix: drop },
    { account: false, network: true, prefix: [...offline, '--'] },
  ]
}

/** The most walls that hold here, and the bundle where a child starts from it. Without walls it is started as it is. */
export async function chooseWalls(
  walls: readonly ChildWalls[],
  bundle: string | undefined,
  holds: (walls: ChildWalls, bundle: string | undefined) => Promise<boolean>,
): Promise<ChildWalls> {
  for (const each of walls) {
    // A bundle that cannot be read inside the sandbox must not weaken it.
    if (bundle !== undefined && (await holds(each, bundle))) return { ...each, bundle }
    if (await holds(each, undefined)) return each
  }
  return { account: process.getuid?.() !== 0, network: false, prefix: [], bundle }
}

let found: Promise<ChildWalls> | undefined

/** Resolves with the same answer until there is a new bundle. */
export function findChildWalls(): Promise<ChildWalls> {
  found ??= childBundle
    .find()
    .catch(() => undefined)
    .then((bundle) => chooseWalls(candidates(), bundle, startsChild))
  return found
}

/** Makes the bundle if necessary; returns whether it did. Rejects where it cannot be made: nothing depends on it. */
export async function bundleChildren(): Promise<boolean> {
  const isMissing = (await childBundle.find()) === undefined
  if (isMissing) await childBundle.make()
  // Another process may have made it after this one had looked.
  if ((await found)?.bundle === undefined) found = undefined
  return isMissing
}

/** A child on an empty file says that it is empty, when it can start at all. */
const startsChild = ({ prefix: [command = '', ...prefix] }: ChildWalls, bundle: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const { entry, readable } = childCode('audio', bundle)
    const node = [process.execPath, '--permission', ...readable.map((path) => `--allow-fs-read=${path}`)]
    const options = { env: { PATH: systemPath }, cwd: '/', timeout: 10_000 }
    const child = execFile(command, [...prefix, ...node, entry, '64'], options, (error, stdout) =>
      resolve(!error && stdout.includes('unusable')),
    )
    child.stdin?.end()
  })
