import { access, chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { getShared } from '../../../server/test/harness/shared/get-shared.ts'
import { type PackageName, type Packed, root, run } from './pack.ts'

export { cleanEnvironment, type Packed, root, run } from './pack.ts'

/** The package, packed once for all tests of a run. */
export const getPacked = (name: PackageName): Promise<Packed> =>
  getShared(name === 'command-line' ? 'commandLinePackage' : `${name}Package`)

/**
 * Makes a project with the tarballs unpacked in it. Of other packages it has the dependencies of the tarballs and
 * what `more` names, and nothing else: a dependency that is not declared is not found. npm is not used, because it
 * looks every dependency up in its registry or its cache, and `npm ci` leaves nothing there that it could find.
 */
export async function install(project: string, packed: readonly Packed[], more: readonly string[] = []): Promise<void> {
  const modules = join(project, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  for (const { name, tarball, manifest } of packed) {
    const target = join(modules, '@spindle', name)
    await mkdir(target, { recursive: true })
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
    await linkPrograms(modules, target, manifest.bin)
  }
  const declared = packed.flatMap(({ manifest }) => Object.entries<string>(manifest.dependencies ?? {}))
  const foreign = declared.filter(([name]) => !name.startsWith('@spindle/'))
  for (const [name, version] of new Map([...foreign, ...more.map((name) => [name, undefined] as const)]))
    await linkPackage(modules, name, version)
}

async function linkPackage(modules: string, name: string, version: string | undefined): Promise<void> {
  await mkdir(dirname(join(modules, name)), { recursive: true })
  await symlink(await placeOf(name, version), join(modules, name))
}

async function linkPrograms(modules: string, target: string, programs: Record<string, string> = {}): Promise<void> {
  for (const [program, path] of Object.entries(programs)) {
    await chmod(join(target, path), 0o755)
    await symlink(join(target, path), join(modules, '.bin', program))
  }
}

/** npm puts a package beside its dependent when others need another version. */
async function placeOf(name: string, version: string | undefined): Promise<string> {
  for (const place of ['', 'packages/command-line', 'packages/cli', 'packages/mcp']) {
    const path = join(root, place, 'node_modules', name)
    if (!(await isThere(path))) continue
    const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { version: string }
    if (version === undefined || version === manifest.version) return path
  }
  throw new Error(`${name} ${version ?? ''} is not installed here`)
}

/** Compiles a project; returns the errors of the compiler. */
export async function compile(project: string, options: readonly string[]): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const outcome = run(process.execPath, [compiler, ...options], { cwd: project })
  return (await outcome.catch((error: { stdout: string }) => error)).stdout
}

/** Node of this major version: the one that runs the tests, or another on the path. */
export async function findNode(major: number): Promise<string | undefined> {
  const places = [process.execPath, ...(process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'node'))]
  for (const path of places) {
    if ((await isThere(path)) && (await run(path, ['--version'])).stdout.startsWith(`v${major}.`)) return path
  }
  return undefined
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
