import { describe, expect, it } from 'vitest'
import { type FoundTarFile, listTarFiles, TarError, tarEndBytes, tarHeader, tarLengthOf } from '../../src/tar/index.ts'
import { archiveOf, files, filesOf, modifiedAt } from './archives.ts'

describe('a tar archive', () => {
  it('lists what it has, and where', async () => {
    const archive = archiveOf(files)
    const found = await filesOf(archive)
    expect(found.map(({ name }) => name)).toEqual(Object.keys(files))
    for (const { name, bytes, position } of found)
      expect(archive.subarray(position, position + bytes).equals(files[name as keyof typeof files]), name).toBe(true)
    expect(found.reduce((sum, file) => sum + tarLengthOf(file), tarEndBytes)).toBe(archive.length)
  })

  it('holds files of more than 8 GiB', async () => {
    const bytes = 9 * 1024 ** 3 + 5
    const header = tarHeader({ name: 'large.wav', bytes, modifiedAt })
    const end = tarLengthOf({ name: 'large.wav', bytes })
    const found: FoundTarFile[] = []
    for await (const file of listTarFiles(async (position) => (position === 0 ? header : new Uint8Array(512))))
      found.push(file)
    expect(found).toEqual([{ name: 'large.wav', bytes, position: 512 }])
    expect(end % 512).toBe(0)
  })

  it('is refused when it is cut off, is something else, or holds a link', async () => {
    const archive = archiveOf(files)
    await expect(filesOf(archive.subarray(0, 1_300))).rejects.toThrow(new TarError('the archive is incomplete'))
    await expect(filesOf(Buffer.alloc(2_000, 65))).rejects.toThrow(new TarError('not a tar archive'))
    const link = Buffer.from(tarHeader({ name: 'link', bytes: 0, modifiedAt }))
    link[156] = 0x32
    link.write(`${(Number.parseInt(link.toString('latin1', 148, 154), 8) + 2).toString(8).padStart(6, '0')}\0 `, 148)
    await expect(filesOf(link)).rejects.toThrow(new TarError('"link" is not a regular file'))
    expect(() => tarHeader({ name: 'ä'.repeat(3), bytes: 0, modifiedAt })).toThrow(TarError)
  })
})
