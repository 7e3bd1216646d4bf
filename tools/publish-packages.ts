import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { publishedPackages } from './publish/manifest.ts'
import { findReleaseFaults } from './publish/release-faults.ts'

/**
 * Builds every package, packs it, and with `--publish` sends it to the registry of npm, dependencies first. Without it
 * nothing leaves the machine: npm checks everything, and the tarballs stay in the folder of `--to`.
 */

const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: { publish: { type: 'boolean', default: false }, to: { type: 'string' }, tag: { type: 'string' } },
})
const isDry = !values.publish
const temporary = values.to === undefined ? mkdtempSync(join(tmpdir(), 'spindle-packages-')) : undefined
// npm starts its scripts in the checkout; the folder is relative to where npm was called.
const out = temporary ?? resolve(process.env.INIT_CWD ?? '.', values.to ?? '')

const faults = findReleaseFaults(root)
for (const fault of faults) console.error(`✖ ${fault}`)
// A dry run shows all of it.
if (faults.length > 0 && !isDry) process.exit(1)

for (const name of publishedPackages) {
  const folder = join(out, name)
  run(process.execPath, [join(root, 'tools/build-package.ts'), name, folder])
  mkdirSync(join(out, 'tarballs'), { recursive: true })
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(
    run('npm', ['pack', folder, '--json', '--pack-destination', join(out, 'tarballs')]),
  ) as [{ filename: string; size: number; unpackedSize: number; entryCount: number }]
  console.log(
    `${filename.padEnd(34)} ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked, ${entryCount} files`,
  )
}
for (const name of publishedPackages) publish(join(out, name))
if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
if (isDry) console.log('Nothing was published. To publish: npm run publish-packages -- --publish')
process.exit(faults.length > 0 ? 1 : 0)

function publish(folder: string): void {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }
  // A second run continues after a failure. A dry run asks no registry.
  if (!isDry && isPublished(`${name}@${version}`)) {
    console.log(`${name}@${version} is published already`)
    return
  }
  // Provenance says which commit and which run of CI made the package. npm makes it only there.
  const provenance = process.env.GITHUB_ACTIONS || process.env.GITLAB_CI ? ['--provenance'] : []
  const tag = values.tag === undefined ? [] : ['--tag', values.tag]
  const dry = isDry ? ['--dry-run'] : []
  run('npm', ['publish', folder, '--access', 'public', ...provenance, ...tag, ...dry])
  console.log(`${name}@${version}: ${isDry ? 'would be published' : 'published'}`)
}

function isPublished(spec: string): boolean {
  const { status } = spawnSync('npm', ['view', spec, 'version'], { cwd: root, stdio: 'ignore' })
  return status === 0
}

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  if (status === 0) return stdout
  console.error(stderr)
  if (temporary !== undefined && existsSync(temporary)) rmSync(temporary, { recursive: true, force: true })
  process.exit(1)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0).padStart(6)} kB`
}
