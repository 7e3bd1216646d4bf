import { execFile } from 'node:child_process'
import { findFreeUserId } from '../process/free-user-id.ts'
import { systemPath } from '../process/system-path.ts'

/**
 * What the system takes away from a program of the operator: the account of root, and the other processes. It keeps the
 * network. Tried once, because containers differ in what they allow.
 */
export interface ProgramWalls {
  /** The user that it runs as; undefined if that is the user of the hub. */
  readonly userId: number | undefined
  /** All its processes end with it, even if the hub is killed. */
  readonly endsWhole: boolean
  /** The command that starts it. */
  readonly prefix: readonly string[]
}

const endsWithParent = ['--pdeathsig', 'KILL']
/** Killing its first process ends all that are in the namespace. */
const contained = ['setpriv', ...endsWithParent, '--', 'unshare', '--pid', '--fork', '--kill-child=KILL', '--']

/** A namespace of users is not used: OpenSSH refuses its own settings there, because root does not own them. */
function candidates(): ProgramWalls[] {
  if (process.platform !== 'linux') return []
  const drop = ['setpriv', '--no-new-privs', ...endsWithParent]
  if (process.getuid?.() !== 0) return [{ userId: undefined, endsWhole: false, prefix: [...drop, '--'] }]
  const userId = findFreeUserId('programs')
  const asUser = [...drop, `--reuid=${userId}`, `--regid=${userId}`, '--clear-groups', '--']
  return [
    { userId, endsWhole: true, prefix: [...contained, ...asUser] },
    { userId, endsWhole: false, prefix: asUser },
  ]
}

let found: Promise<ProgramWalls> | undefined

/** The most that holds on this machine. */
export function findProgramWalls(): Promise<ProgramWalls> {
  found ??= chooseWalls(candidates())
  return found
}

async function chooseWalls(walls: readonly ProgramWalls[]): Promise<ProgramWalls> {
  for (const each of walls) if (await holds(each)) return each
  return { userId: undefined, endsWhole: false, prefix: [] }
}

const holds = ({ prefix: [command = '', ...prefix] }: ProgramWalls): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { env: { PATH: systemPath }, cwd: '/', timeout: 10_000 }
    execFile(command, [...prefix, '/bin/sh', '-c', 'exit 0'], options, (error) => resolve(!error))
  })
