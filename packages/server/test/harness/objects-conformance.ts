import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Objects } from '../../src/platform/blobs/objects.ts'
import { atEnd } from './cleanup.ts'
import { collect } from './collect.ts'

/** What every storage of named objects must do. */
export function itStoresObjects(name: string, objects: Objects): void {
  const list = async (prefix: string) => (await collect(objects.list(prefix))).sort()

  it(`${name} has objects by their names until they are removed`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'objects-'))
    atEnd(() => rm(folder, { recursive: true }))
    const file = (part: string): string => join(folder, part)
    expect(await list('in/')).toEqual([])
    await objects.put('in/p=%3A../day=1/a-1.x', Buffer.from('one'))
    await writeFile(file('two'), 'two')
    await objects.putFile('in/p=b/day=1/a-2.x', file('two'))
    await objects.put('out/c', Buffer.from(''))
    expect(await list('in/')).toEqual(['in/p=%3A../day=1/a-1.x', 'in/p=b/day=1/a-2.x'])
    expect(await list('in/p=b')).toEqual(['in/p=b/day=1/a-2.x'])
    expect(await objects.fetch('in/p=b/day=1/a-2.x', file('back'))).toBe(true)
    expect(await readFile(file('back'), 'utf8')).toBe('two')
    expect(await objects.fetch('in/nothing', file('none'))).toBe(false)
    await objects.remove('in/p=b/day=1/a-2.x')
    await objects.remove('in/p=b/day=1/a-2.x')
    expect(await list('in/')).toEqual(['in/p=%3A../day=1/a-1.x'])
    expect(await list('')).toEqual(['in/p=%3A../day=1/a-1.x', 'out/c'])
  })
}
