import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMirrorPlace, type MirrorPlace, prepareMirror } from './mirror-place.ts'
import { writeIndex } from './write-index.ts'

let place: MirrorPlace
const idOf = (number: number): string => `rel_${String(number).padStart(26, '0')}`

beforeEach(async () => {
  place = await findMirrorPlace(await mkdtemp(join(tmpdir(), 'spindle-index-')))
  await mkdir(place.own)
  await prepareMirror(place)
})
afterEach(() => rm(place.root, { recursive: true }))

async function put(number: number, title: string): Promise<void> {
  const folder = join(place.releases, idOf(number))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'release.json'), JSON.stringify({ title, files: { covers: [], audio: {} } }))
}

const readTitles = async () =>
  Object.fromEntries(
    (await readFile(place.index, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ id, title }) => [Number(id.slice(4)), title]),
  )

describe('the index of a mirror', () => {
  it('makes only the lines of releases that changed, and copies the others', async () => {
    for (const number of [5, 1, 3]) await put(number, `old ${number}`)
    expect(await writeIndex(place, 'all')).toBe(3)
    for (const number of [0, 2, 3, 5, 6]) await put(number, `new ${number}`)
    await rm(join(place.releases, idOf(1)), { recursive: true })
    expect(await writeIndex(place, new Set([idOf(3)]))).toBe(5)
    // Release 5 is as it was, because it is not among those that changed.
    expect(await readTitles()).toEqual({ 0: 'new 0', 2: 'new 2', 3: 'new 3', 5: 'old 5', 6: 'new 6' })
    await writeIndex(place, 'all')
    expect(await readTitles()).toMatchObject({ 5: 'new 5' })
  })

  it('leaves out a release that is not complete, and needs no index before', async () => {
    await put(1, 'One')
    await mkdir(join(place.releases, idOf(2)))
    await mkdir(join(place.releases, 'notes'))
    expect(await writeIndex(place, new Set())).toBe(1)
    expect(await readTitles()).toEqual({ 1: 'One' })
  })

  it('is the same with more than is written at once', async () => {
    const numbers = Array.from({ length: 300 }, (_, number) => number)
    await Promise.all(numbers.map((number) => put(number, `${number} ${'x'.repeat(1_000)}`)))
    await writeIndex(place, 'all')
    const before = await readFile(place.index, 'utf8')
    expect(await writeIndex(place, new Set([idOf(7), idOf(299)]))).toBe(300)
    expect(await readFile(place.index, 'utf8')).toBe(before)
  })
})
