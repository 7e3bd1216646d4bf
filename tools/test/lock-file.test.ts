import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages, readSources, type SourceFile } from '../measures/source-files.ts'
import { readName, walk } from '../measures/syntax.ts'

/**
 * npm writes the packages of other platforms into the lock file only when the registry it was made with has them; a
 * newer `npm ci` refuses a lock file without them, on every platform.
 */

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const root = resolve(import.meta.dirname, '../..')
const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
const { packages: locked } = readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json')

/** Packages without an available checksum, and why. `npm run lock` requests the missing ones from the registry. */
const mayLackChecksum: Readonly<Record<string, string>> = {}

const withoutChecksum = Object.entries(locked)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  .map(([path]) => path)

describe('the lock file', () => {
  it('names every package that another package requires if it fits the platform', () => {
    const paths = Object.keys(locked)
    const wanted = Object.values(locked).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([])
  })

  it('has esbuild for the documentation site only: npm would install it for Vite, too', () => {
    const found = Object.keys(locked).filter((path) => path.endsWith('node_modules/esbuild'))
    expect(found).toEqual(['node_modules/astro/node_modules/esbuild'])
  })

  it('has a SHA-512 of every package', () => {
    expect(withoutChecksum).toEqual(Object.keys(mayLackChecksum))
  })
})

describe.each(packages)('the production source of %s', (name) => {
  const foreign = [...new Set(readSources(root, name).flatMap(listImports).map(packageOf))].filter(
    // `#name` is a file of the package itself, chosen by condition.
    (specifier) => !/^[./#]/.test(specifier) && !isBuiltin(specifier),
  )

  it('imports only what its package.json declares', () => {
    const { dependencies, optionalDependencies } = readJson<Manifest>(`packages/${name}/package.json`)
    const declared = Object.keys({ ...dependencies, ...optionalDependencies })
    // The player is one file that needs no other.
    expect(foreign.length > 0).toBe(name !== 'player')
    expect(foreign.filter((specifier) => !declared.includes(specifier))).toEqual([])
  })

  it('imports nothing that npm ci --omit=dev leaves out', () => {
    const isLeftOut = (specifier: string): boolean => {
      const entry = locked[`packages/${name}/node_modules/${specifier}`] ?? locked[`node_modules/${specifier}`]
      return entry === undefined || entry.dev === true
    }
    expect(foreign.filter(isLeftOut)).toEqual([])
  })
})

function listImports({ program }: SourceFile): string[] {
  const found: string[] = []
  walk(program, ({ source }) => {
    const specifier = readName(source)
    if (specifier !== undefined) found.push(specifier)
  })
  return found
}

/** `@scope/name/part` is part of `@scope/name`. */
function packageOf(specifier: string): string {
  if (isBuiltin(specifier)) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
