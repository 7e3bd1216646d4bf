import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '@spindle/command-line'
import { CredentialsError } from '../errors/command-error.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

/**
 * The profiles of this user: one file that only the user can read, replaced as a whole. A file that others can read is
 * refused, because its keys must be taken as known to them.
 */

/** A hub and the credentials to it. */
export interface Profile {
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly integrationToken?: string | undefined
}

/** All profiles of a user, and the one that commands use which name none. */
export interface Profiles {
  readonly current: string
  readonly profiles: Readonly<Record<string, Profile>>
}

/** Reads and replaces the file of profiles. */
export interface ProfileFile {
  readonly path: string
  read(): Promise<Profiles>
  write(profiles: Profiles): Promise<void>
}

/** Own members only: `constructor` is not a profile. */
export const findProfile = ({ profiles }: Profiles, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

const empty: Profiles = { current: 'default', profiles: {} }

/** Where the file is: `SPINDLE_CONFIG`, else the folder for settings of the system (XDG base directories). */
export function findProfilePath(environment: NodeJS.ProcessEnv, home: string): string {
  if (environment.SPINDLE_CONFIG) return environment.SPINDLE_CONFIG
  const folder = environment.XDG_CONFIG_HOME || environment.APPDATA || join(home, '.config')
  return join(folder, 'spindle', 'profiles.json')
}

/** Reading throws `CredentialsError` for a file that others can read, `UsageError` for one that is something else. */
export function profileFile(path: string): ProfileFile {
  return {
    path,
    async read() {
      const found = await stat(path).catch(absent)
      if (!found) return empty
      if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
        throw new CredentialsError(
          `${path} can be read by other users of this machine`,
          `Run: chmod 600 "${path}". If others may have read it, create new keys.`,
        )
      return parse(path, await readFile(path, 'utf8'))
    },
    async write(profiles) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFileAtomically(path, `${JSON.stringify(profiles, undefined, 2)}\n`)
    },
  }
}

function parse(path: string, text: string): Profiles {
  try {
    const value = JSON.parse(text) as Partial<Profiles>
    if (typeof value.current === 'string' && typeof value.profiles === 'object' && value.profiles !== null)
      return { current: value.current, profiles: value.profiles }
  } catch {
    // Reported below, like any other content that is not a list of profiles.
  }
  throw new UsageError(`${path} is not a profile file`, 'Move the file away and run `spindle login` again.')
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
