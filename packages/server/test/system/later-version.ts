import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../harness/eventually.ts'
import { folderOfKilledPrograms } from '../harness/temporary-files.ts'

/**
 * A version of the hub that does not exist yet: this one, with more steps of the schema. Until the first release it
 * shows how this version treats the next one.
 */
export interface LaterVersion {
  readonly program: string
  /** Its own `migrate`. */
  migrate(environment: Readonly<Record<string, string>>): Promise<string>
  close(): Promise<void>
}

/** By the names of the steps, which come after all existing ones. */
export type LaterSteps = Readonly<Record<string, string>>

const checkout = new URL('../../../../', import.meta.url).pathname

export async function makeLaterVersion(steps: LaterSteps): Promise<LaterVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-later-'))
  const server = join(folder, 'packages/server')
  // Everything shared with this version is unchanged.
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['bin', 'src', 'migrations', 'package.json'])
    await cp(join(checkout, 'packages/server', name), join(server, name), { recursive: true })
  for (const [name, text] of Object.entries(steps)) await writeFile(join(server, 'migrations', `${name}.sql`), text)
  const program = join(server, 'bin/hub.mjs')
  return {
    program,
    async migrate(environment) {
      const { stdout } = await promisify(execFile)(process.execPath, [program, 'migrate'], {
        cwd: '/',
        env: {
          PATH: process.env.PATH,
          TMPDIR: folderOfKilledPrograms(),
          SPINDLE_BUNDLE: 'off',
          SPINDLE_DATA_DIR: folder,
          ...environment,
        },
      })
      return stdout
    },
    // A hub that is being stopped may still write what it has built.
    close: () =>
      eventually(() => rm(folder, { recursive: true, force: true }).then(() => true), {
        what: 'the later version to go',
      }).then(() => {}),
  }
}

/** The newest step of this version. */
export async function findNewestStep(): Promise<string> {
  const files = await readdir(join(checkout, 'packages/server/migrations'))
  const newest = files
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1)
  if (newest === undefined) throw new Error('there are no migrations')
  return newest
}
