import { describe, expect, it } from 'vitest'
import { type ListingBounds, listPlace } from '../../src/features/drops/packages/list-place.ts'
import type { OpenTransport } from '../../src/features/interchange/index.ts'

type Entry = readonly [path: string, kind?: 'file' | 'folder' | 'other']

/** A place that answers like a file system: skipped entries are not listed. */
function placeOf(entries: Iterable<Entry>) {
  let told = 0
  const transport: Pick<OpenTransport, 'walk'> = {
    async *walk(_, isSkipped = () => false) {
      for (const [path, kind = 'file'] of entries) {
        const steps = path.split('/')
        if (steps.slice(1).some((_step, index) => isSkipped(steps.slice(0, index + 1).join('/')))) continue
        told += 1
        yield { path, kind, size: 1, modifiedMs: 1_700_000_000_000.5 }
      }
    },
  }
  return { told: () => told, list: (bounds?: ListingBounds) => listPlace(transport, bounds) }
}
const namesOf = async (entries: readonly Entry[]) =>
  (await placeOf(entries).list()).packages.map(({ name, fault }) => [name, fault])

describe('the content of a drop', () => {
  it('is in the order in which it was sent: by the time in the name, and without one by the name', async () => {
    const names = ['b', '20261120100000124', 'P_0200_20261120100000123', 'a', '0200000000011', '0300_20261120100000122']
    expect((await namesOf(names.map((name) => [name, 'folder']))).map(([name]) => name)).toEqual([
      '0200000000011',
      'a',
      'b',
      '0300_20261120100000122',
      'P_0200_20261120100000123',
      '20261120100000124',
    ])
  })

  it.each([
    [[['p/link', 'other']], 'p/link is neither a file nor a folder. The hub does not follow links or read devices.'],
    [[['p/a\nb.xml']], 'p/a?b.xml has control characters in its name.'],
    [[[`p/${'a'.repeat(1000)}`]], `The path p/${'a'.repeat(198)} has more than 1000 characters.`],
    [[[`p/${'d/'.repeat(15)}a`]], `p/${'d/'.repeat(15)}a is more than 16 folders deep.`],
  ] as const)('is refused where it is %j', async (entries, fault) => {
    expect(await namesOf([['p/good.xml'], ...(entries as unknown as Entry[])])).toEqual([['p', fault]])
  })

  it('is looked at no further than is needed to refuse it', async () => {
    const many = function* (): Generator<Entry> {
      for (let file = 0; file < 1_000_000; file += 1) yield [`p/d/${file}`]
    }
    const place = placeOf(many())
    const { packages, isWhole } = await place.list()
    expect([packages[0]?.fault, packages[0]?.entries.length, isWhole]).toEqual([
      'It contains more than 20000 files.',
      20_000,
      true,
    ])
    expect(place.told()).toBe(20_001)
  })

  it('is a bounded part of what there is', async () => {
    const entries = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((path): Entry => [path])
    const { packages, isWhole } = await placeOf(entries).list({ entries: 3, packageEntries: 10 })
    // There may be more of b.
    expect([packages.map(({ name }) => name), isWhole]).toEqual([['a'], false])
  })

  it('leaves the folders of the hub alone, and names what is in their place', async () => {
    const { packages, loose, falseEndings } = await placeOf([
      ['done', 'folder'],
      ['done/old/a.xml'],
      ['refused', 'other'],
      ['.part/a.xml'],
      ['readme.txt'],
    ]).list()
    expect([packages, loose, falseEndings]).toEqual([[], 1, ['refused']])
  })
})
