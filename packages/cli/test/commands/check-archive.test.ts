import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tarEndBytes, tarHeader, tarPaddingBytes } from '@spindle/contract/tar'
import { describe, expect, it } from 'vitest'
import { checkArchive } from '../../src/commands/exports/check-archive.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** An archive is trusted only as far as its own digests match. */

const folder = makeFolder()
let written = 0

type Files = Readonly<Record<string, string>>

function tarOf(files: Files): Buffer {
  const modifiedAt = new Date('2026-05-01T08:00:00.000Z')
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const bytes = Buffer.byteLength(text)
    return [tarHeader({ name, bytes, modifiedAt }), Buffer.from(text), Buffer.alloc(tarPaddingBytes(bytes))]
  })
  return Buffer.concat([...parts, Buffer.alloc(tarEndBytes)])
}

const sumsOf = (files: Files): string =>
  Object.entries(files)
    .map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`)
    .join('')

async function check(bytes: Buffer) {
  const path = join(folder, `${++written}.tar`)
  await writeFile(path, bytes)
  return checkArchive(path, new AbortController().signal)
}

const files = { 'manifest.json': '{}', 'uploads/a.wav': 'RIFF', 'uploads/empty.txt': '' }

describe('checkArchive', () => {
  it('counts the files whose bytes match the digests of the archive', async () => {
    expect(await check(tarOf({ ...files, SHA256SUMS: sumsOf(files) }))).toEqual({ files: 3, problems: [] })
  })

  it('finds the digests wherever they are in the archive', async () => {
    expect(await check(tarOf({ SHA256SUMS: sumsOf(files), ...files }))).toEqual({ files: 3, problems: [] })
  })

  it('names a file with other bytes', async () => {
    const other = { ...files, 'uploads/a.wav': 'RIFX' }
    expect(await check(tarOf({ ...other, SHA256SUMS: sumsOf(files) }))).toEqual({
      files: 3,
      problems: ['uploads/a.wav has different content'],
    })
  })

  it('names files that are missing, and files that no digest is known of', async () => {
    const changed = { 'manifest.json': '{}', 'extra.txt': 'x' }
    expect(await check(tarOf({ ...changed, SHA256SUMS: sumsOf(files) }))).toEqual({
      files: 2,
      problems: ['uploads/a.wav is missing', 'uploads/empty.txt is missing', 'extra.txt is not in SHA256SUMS'],
    })
  })

  it('believes nothing without digests', async () => {
    expect(await check(tarOf({ 'manifest.json': '{}' }))).toEqual({
      files: 1,
      problems: ['manifest.json is not in SHA256SUMS'],
    })
  })

  it('says where an archive is cut off, or is none', async () => {
    const whole = tarOf({ ...files, SHA256SUMS: sumsOf(files) })
    expect(await check(whole.subarray(0, 1300))).toEqual({ files: 1, problems: ['the archive is incomplete'] })
    expect(await check(Buffer.from('not a tar'.repeat(100)))).toEqual({ files: 0, problems: ['not a tar archive'] })
  })

  it('throws for a file that is not there', async () => {
    await expect(checkArchive(join(folder, 'none.tar'), new AbortController().signal)).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})
