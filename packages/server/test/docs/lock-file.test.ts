import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

/**
 * npm writes the packages of other platforms into the lock file only when the registry it was made with has them; a
 * newer `npm ci` refuses a lock file without them, on every platform.
 */

interface LockedPackage {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly cpu?: readonly string[]
}

const lock = JSON.parse(await readFile(new URL('../../../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

describe('the lock file', () => {
  it('names every package that another package wants if it fits the platform', () => {
    const paths = Object.keys(lock.packages)
    const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    expect(wanted.length).toBeGreaterThan(50)
    expect(wanted.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([])
  })

  it('says for which processor the packages are that carry no checksum, so that they are never fetched here', () => {
    const withoutChecksum = Object.entries(lock.packages).filter(
      ([path, entry]) => path.includes('node_modules/') && !('integrity' in entry) && !('link' in entry),
    )
    expect(withoutChecksum.filter(([, { cpu, version }]) => cpu === undefined || version === undefined)).toEqual([])
  })
})
