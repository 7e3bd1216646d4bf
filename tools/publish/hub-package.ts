import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'

/**
 * What the package of the hub has beside its code: the steps of the schema, and what a checkout builds at its first start.
 * So it needs neither the bundler nor the packages that end in the page.
 */

const builtIn = ['@spindle/console', 'rolldown']

type Versions = Readonly<Record<string, string>>

/** What packages of others import is pinned too: a bundle is used for the versions that are in it. */
export function bundledVersions(out: string): Versions {
  const record = JSON.parse(readFileSync(join(out, 'bundle/bundle.json'), 'utf8')) as {
    readonly packages: readonly (readonly [name: string, version: string, user?: string])[]
  }
  const pinned = record.packages.filter(([name, , user]) => user === undefined && !name.startsWith('@spindle/'))
  return Object.fromEntries(pinned.map(([name, version]) => [name, version]))
}

/** Node itself is an optional dependency, as in the checkout: npm and npx run the hub in it. */
export function hubManifest(
  source: Manifest,
  { ownNode, bundled }: { readonly ownNode: Readonly<Record<string, string>>; readonly bundled: Versions },
): Manifest {
  const { exports: _none, dependencies, optionalDependencies, ...kept } = source
  const needed = Object.entries(dependencies ?? {}).filter(([name]) => !builtIn.includes(name))
  return {
    ...kept,
    engines: { node: '>=20' },
    dependencies: { ...bundled, ...Object.fromEntries(needed) },
    optionalDependencies: { ...optionalDependencies, ...ownNode },
  }
}

export function addHubParts(root: string, out: string): void {
  const server = join(root, 'packages/server')
  const sources = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' })
  for (const path of sources.filter((name) => /\.(css|js|md)$/.test(name)))
    copyFileSync(join(server, 'src', path), join(out, 'dist', path))
  cpSync(join(server, 'migrations'), join(out, 'migrations'), { recursive: true })
  copyFileSync(join(root, 'NOTICE'), join(out, 'NOTICE'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = ['build', '--configLoader', 'native', '--logLevel', 'error', '--outDir', join(out, 'console')]
  runNode(join(root, 'packages/console'), [vite, ...build], { NODE_ENV: 'production' })
  runNode(server, [join(server, 'src/features/media/child/bundle-children.ts'), join(out, 'media')])
  runNode(server, [join(server, 'src/platform/bundle/bundle-hub.ts'), 'package', out])
  // The account that reads untrusted files is not the one that installs.
  for (const name of readdirSync(join(out, 'media'))) chmodSync(join(out, 'media', name), 0o644)
}

function runNode(cwd: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) process.exit(1)
}
