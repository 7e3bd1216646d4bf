import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openFile } from './file-source.ts'

const bytes = randomBytes(3 * 1024 ** 2 + 11)
const digest = createHash('sha256').update(bytes).digest('hex')
let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spindle-source-'))
  path = join(folder, 'master.wav')
  await writeFile(path, bytes)
})
afterAll(() => rm(folder, { recursive: true }))

describe('a file to upload', () => {
  it('is streamed in chunks that grow on a fast connection and shrink on a slow one', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { source } = await openFile(path)
    const sizes: number[] = []
    for await (const chunk of source.stream?.(0, bytes.length) ?? []) {
      sizes.push(chunk.byteLength)
      // A connection that becomes slow.
      if (sizes.length === 6) vi.advanceTimersByTime(250)
    }
    expect(sizes.slice(0, 8)).toEqual([16, 32, 64, 128, 256, 512, 256, 512].map((kibibytes) => kibibytes * 1024))
    expect(sizes.reduce((sum, size) => sum + size)).toBe(bytes.length)
    await source.close()
  })

  it('has one digest, whatever was read twice, not at all, or from the middle', async () => {
    const { source } = await openFile(path)
    for await (const chunk of source.stream?.(1_000_000, 500_000) ?? []) expect(chunk.byteLength).toBeGreaterThan(0)
    for await (const chunk of source.stream?.(1_200_000, 1_000_000) ?? []) expect(chunk.byteLength).toBeGreaterThan(0)
    await source.read(2_100_000, 50_000)
    expect(await source.sha256?.()).toBe(digest)
    await source.close()
  })

  it('has its digest beforehand, unless the caller aborts', async () => {
    const { source, readSha256 } = await openFile(path)
    await expect(readSha256(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    await source.read(0, 1_500_000)
    expect(await readSha256(undefined)).toBe(digest)
    expect(await source.sha256?.()).toBe(digest)
    await source.close()
  })

  it('returns the requested bytes', async () => {
    const { source } = await openFile(path)
    const found: Uint8Array[] = []
    for await (const chunk of source.stream?.(77, 2_000_000) ?? []) found.push(Uint8Array.from(chunk))
    expect(Buffer.concat(found).equals(bytes.subarray(77, 2_000_077))).toBe(true)
    expect(Buffer.from(await source.read(5, 9)).equals(bytes.subarray(5, 14))).toBe(true)
    await source.close()
  })
})
