import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** Packages as people get them: built, and packed to a tarball by npm. */

export const run = promisify(execFile)
export const root = resolve(import.meta.dirname, '../../../..')

export type PackageName = 'contract' | 'command-line' | 'client' | 'mcp' | 'cli' | 'player' | 'hub'

export interface Packed {
  readonly name: PackageName
  readonly tarball: string
  /** What was packed. */
  readonly folder: string
  /** What the tarball holds. */
  readonly files: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  readonly manifest: any
}

export async function pack(name: PackageName, folder: string): Promise<Packed> {
  const built = join(folder, name)
  await run(process.execPath, [join(root, 'tools/build-package.ts'), name, built], { env: cleanEnvironment() })
  const { stdout } = await npm(folder, 'pack', `./${name}`, '--json', '--no-update-notifier')
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  return {
    name,
    tarball: join(folder, filename),
    folder: built,
    files: files.map(({ path }) => path),
    manifest: JSON.parse(await readFile(join(built, 'package.json'), 'utf8')),
  }
}

const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, env: cleanEnvironment() })

/** Without the variables that npm, which may have started these tests, sets for its children. */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|VITEST|NODE_ENV$)/.test(name)),
  )
