import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { partReader, readable, requireReadable } from './part-reader.ts'
import { toUploadSource } from './upload-source.ts'

const text = 'abcdefghijklmnop'
const hexOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const sha256Of = (part: string): string => createHash('sha256').update(part).digest('hex')

/** Parts of a blob, of which the test sees and decides what is read. */
function watchedParts(read: (bytes: ArrayBuffer) => Promise<ArrayBuffer>) {
  const blob = new Blob([text])
  const slice = (offset: number, length: number): Blob => {
    const part = blob.slice(offset, offset + length)
    const arrayBuffer = part.arrayBuffer.bind(part)
    return Object.assign(part, { arrayBuffer: async () => read(await arrayBuffer()) })
  }
  return { parts: partReader({ ...toUploadSource(blob, undefined), slice }) }
}

describe('the parts of a blob', () => {
  it('are slices that are not copied, each with its checksum', async () => {
    const parts = partReader(toUploadSource(new Blob([text]), undefined))
    const part = await parts.read(4, 8)
    expect(part.body).toBeInstanceOf(Blob)
    expect(await (part.body as Blob).text()).toBe('efghijkl')
    expect(part.bytes).toBe(8)
    expect(hexOf(part.sha256)).toBe(sha256Of('efghijkl'))
    expect((await parts.read(12, 100)).bytes).toBe(4)
  })

  it('have their checksum computed while the part before is on its way', async () => {
    const read: string[] = []
    const { parts } = watchedParts(async (bytes) => {
      read.push(Buffer.from(bytes).toString())
      return bytes
    })
    await parts.read(0, 6)
    await expect.poll(() => read).toEqual(['abcdef', 'ghijkl'])
    expect((await parts.read(6, 5)).bytes).toBe(6)
    await expect.poll(() => read).toEqual(['abcdef', 'ghijkl', 'mnop'])
  })

  it('are cut anew when they have to be much smaller, or are sent from another byte', async () => {
    const parts = partReader(toUploadSource(new Blob([text]), undefined))
    await parts.read(0, 8)
    expect((await parts.read(8, 2)).bytes).toBe(2)
    const again = await parts.read(0, 3)
    expect(hexOf(again.sha256)).toBe(sha256Of('abc'))
  })

  it('end the upload for good when the browser refuses to read the file', async () => {
    const refused = new DOMException('a reference to a file was acquired', 'NotReadableError')
    const { parts } = watchedParts(() => Promise.reject(refused))
    const changed = { name: 'UploadError', code: 'source_changed', isResumable: false }
    await expect(parts.read(0, 8)).rejects.toMatchObject(changed)
    const blob = new Blob([text])
    blob.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(refused) })
    await expect(requireReadable(blob)).rejects.toMatchObject(changed)
    await expect(readable(Promise.reject(new TypeError('other')))).rejects.toThrow('other')
  })

  it('of bytes and streams are held in memory as before', async () => {
    const parts = partReader(toUploadSource(new TextEncoder().encode(text), undefined))
    const part = await parts.read(0, 4)
    expect(Buffer.from(part.body as Uint8Array).toString()).toBe('abcd')
    expect(hexOf(part.sha256)).toBe(sha256Of('abcd'))
  })
})
