import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FoundTarFile,
  listTarFiles,
  TarError,
  tarEndBytes,
  tarHeader,
  tarLengthOf,
  tarPaddingBytes,
} from './index.ts'

const modifiedAt = new Date('2026-11-22T12:00:00Z')

const archiveOf = (files: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([name, content]) => [
      tarHeader({ name, bytes: content.length, modifiedAt }),
      content,
      Buffer.alloc(tarPaddingBytes(content.length)),
    ]),
    Buffer.alloc(tarEndBytes),
  ])

async function filesOf(archive: Uint8Array): Promise<FoundTarFile[]> {
  const files: FoundTarFile[] = []
  for await (const file of listTarFiles(async (position, length) => archive.subarray(position, position + length)))
    files.push(file)
  return files
}

describe('a tar archive', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'spindle-tar-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const files = {
    'archive.json': Buffer.from('{}\n'),
    'files/AA/one.flac': Buffer.alloc(512, 1),
    'files/AA/two.flac': Buffer.alloc(1_000, 2),
    empty: Buffer.alloc(0),
  }

  it('is read by the tar of the system', () => {
    writeFileSync(join(folder, 'ours.tar'), archiveOf(files))
    execFileSync('tar', ['-xf', 'ours.tar'], { cwd: folder })
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(join(folder, name)).equals(content), name).toBe(true)
  })

  it('lists what it has, and where', async () => {
    const archive = archiveOf(files)
    const found = await filesOf(archive)
    expect(found.map(({ name }) => name)).toEqual(Object.keys(files))
    for (const { name, bytes, position } of found)
      expect(archive.subarray(position, position + bytes).equals(files[name as keyof typeof files]), name).toBe(true)
    expect(found.reduce((sum, file) => sum + tarLengthOf(file), tarEndBytes)).toBe(archive.length)
  })

  it('may come from the tar of the system, with folders in it', async () => {
    writeFileSync(join(folder, 'one.txt'), 'one')
    execFileSync('mkdir', ['-p', 'inner'], { cwd: folder })
    writeFileSync(join(folder, 'inner/two.txt'), 'two')
    execFileSync('tar', ['-cf', 'theirs.tar', './one.txt', './inner'], { cwd: folder })
    const archive = readFileSync(join(folder, 'theirs.tar'))
    const found = await filesOf(archive)
    expect(found.map(({ name }) => name)).toEqual(['one.txt', 'inner/two.txt'])
    expect(archive.toString('utf8', found[1]?.position, (found[1]?.position ?? 0) + 3)).toBe('two')
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
    await expect(filesOf(archive.subarray(0, 1_300))).rejects.toThrow(new TarError('the archive is cut off'))
    await expect(filesOf(Buffer.alloc(2_000, 65))).rejects.toThrow(new TarError('this is no archive'))
    const link = Buffer.from(tarHeader({ name: 'link', bytes: 0, modifiedAt }))
    link[156] = 0x32
    link.write(`${(Number.parseInt(link.toString('latin1', 148, 154), 8) + 2).toString(8).padStart(6, '0')}\0 `, 148)
    await expect(filesOf(link)).rejects.toThrow(new TarError('"link" is no plain file'))
    expect(() => tarHeader({ name: 'ä'.repeat(3), bytes: 0, modifiedAt })).toThrow(TarError)
  })
})
