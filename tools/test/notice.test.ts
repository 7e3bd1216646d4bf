import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

/** The notice must list licences that require more of redistributors than to keep them. */

interface LockedPackage {
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

const root = resolve(import.meta.dirname, '../..')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const notice = readFileSync(join(root, 'NOTICE'), 'utf8')
const permissive = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0']

/** `@img/sharp-libvips-linux-x64` is named directly or by `@img/sharp-libvips-*`. */
const isNamed = (name: string): boolean =>
  (notice.match(/[@\w/.-]+\*?/g) ?? []).some((word) =>
    word.endsWith('-*') ? name.startsWith(word.slice(0, -1)) : word === name,
  )

it('NOTICE names every package of a production installation whose licence is not permissive, and the licence', () => {
  const others = Object.entries(packages).flatMap(([path, { license = 'none', dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    const isOurs = !path.includes('node_modules/') || link === true
    return isOurs || dev === true || permissive.includes(license) ? [] : [{ name, license }]
  })
  expect(others.length).toBeGreaterThan(10)
  for (const { name, license } of others) {
    expect({ name, isNamed: isNamed(name) }).toEqual({ name, isNamed: true })
    for (const part of license.split(' AND ')) expect(permissive.includes(part) || notice.includes(part)).toBe(true)
  }
})
