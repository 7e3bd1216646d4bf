import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type BlobKey,
  type BlobReceipt,
  type Blobs,
  type BlobWriter,
  WrongBytesError,
} from '../../src/platform/blobs/blobs.ts'
import { idGenerator } from '../../src/platform/values/ids.ts'

/** The requirements of every adapter of the blob port. `restart` opens the same storage like another process. */
export function describeBlobs(name: string, restart: () => Promise<Blobs>): void {
  describe(`${name}, as a blob store`, () => {
    const ids = idGenerator({ now: () => Date.now() })
    let blobs: Blobs
    let key: BlobKey
    /** What rows of the database would contain: the last committed receipt. */
    const receipts = new Map<BlobKey, BlobReceipt>()
    beforeEach(async () => {
      blobs = await restart()
      key = ids.make('upl')
    })

    const blob = (of = key) => ({ key: of, receipt: receipts.get(of) ?? null })
    const content = async (of = blobs): Promise<string> => (await buffer(await of.read(blob()))).toString()
    const writers: BlobWriter[] = []
    const open = async (offset: number, fence: number, of = blobs): Promise<BlobWriter> => {
      const writer = await of.openWriter(blob(), { offset, fence, size: null })
      writers.push(writer)
      return writer
    }
    afterEach(async () => {
      for (const writer of writers.splice(0)) await writer.close().catch(() => {})
    })
    const commit = async (receipt: BlobReceipt, of = blobs): Promise<void> => {
      const earlier = blob()
      receipts.set(key, receipt)
      await of.release(earlier, receipt)
    }
    const sync = async (writer: BlobWriter, of = blobs): Promise<number> => {
      const { position, receipt } = await writer.sync('all')
      await commit(receipt, of)
      return position
    }
    const finalise = async (writer: BlobWriter, of = blobs): Promise<void> => commit(await writer.finalise(), of)
    const append = async (text: string, { offset, fence }: { offset: number; fence: number }, of = blobs) => {
      const writer = await open(offset, fence, of)
      await writer.write([Buffer.from(text)])
      await sync(writer, of)
      return writer
    }
    const store = async (text: string): Promise<void> => finalise(await append(text, { offset: 0, fence: 1 }))
    const listed = async (of: AsyncIterable<{ key: BlobKey; modifiedAt: Date }>): Promise<Map<BlobKey, Date>> => {
      const found = new Map<BlobKey, Date>()
      for await (const entry of of) found.set(entry.key, entry.modifiedAt)
      return found
    }

    it('appends, finalises and reads', async () => {
      const writer = await open(0, 1)
      await writer.write([Buffer.from('hello'), Buffer.from(' ')])
      await writer.write([Buffer.from('world')])
      expect(writer.position).toBe(11)
      expect(await sync(writer)).toBe(11)
      expect(await blobs.stat(blob())).toEqual({ state: 'partial', bytes: 11 })
      await expect(blobs.read(blob())).rejects.toMatchObject({ code: 'storage_unavailable' })
      await finalise(writer)
      expect(await blobs.stat(blob())).toEqual({ state: 'complete', bytes: 11 })
      expect(await content()).toBe('hello world')
    })

    it('hands out a local file, and reports whether the bytes match', async () => {
      await store('hello world')
      const file = await blobs.withLocalFile(blob(), async ({ path, sha256 }) => ({
        text: await readFile(path, 'utf8'),
        digest: sha256?.toString('hex'),
      }))
      const digest = createHash('sha256').update('hello world').digest('hex')
      expect(file.text).toBe('hello world')
      expect([undefined, digest]).toContain(file.digest)
    })

    it('hands out no local file of bytes it does not have', async () => {
      await store('hello world')
      const missing = blob(ids.make('upl'))
      const handedOut: string[] = []
      const note = async ({ path }: { path: string }) => void handedOut.push(path)
      for (const attempt of [
        () => blobs.withLocalFile(missing, note),
        () => blobs.withLocalFiles([blob(), missing], async (files) => void (await Promise.all(files.map(note)))),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'storage_unavailable' })
      expect(handedOut).toEqual([])
    })

    it('replaces the bytes of a complete blob, also of one that is gone', async () => {
      await store('rotten')
      const expected = { bytes: 5, sha256: createHash('sha256').update('whole').digest('hex') }
      const replace = async () => commit(await blobs.replace(blob(), [Buffer.from('who'), Buffer.from('le')], expected))
      await replace()
      expect(await content()).toBe('whole')
      expect(await blobs.stat(blob())).toEqual({ state: 'complete', bytes: 5 })
      await blobs.delete(key)
      await replace()
      expect(await content(await restart())).toBe('whole')
    })

    it('keeps what is stored when the bytes to replace it are others than expected', async () => {
      await store('rotten')
      const expected = { bytes: 5, sha256: createHash('sha256').update('whole').digest('hex') }
      for (const wrong of ['whale', 'who', 'whole!'])
        await expect(blobs.replace(blob(), [Buffer.from(wrong)], expected)).rejects.toThrow(WrongBytesError)
      expect(await content()).toBe('rotten')
    })

    it('hands out several local files at a time', async () => {
      await store('hello world')
      const texts = await blobs.withLocalFiles([blob(), blob()], (files) =>
        Promise.all(files.map(({ path }) => readFile(path, 'utf8'))),
      )
      expect(texts).toEqual(['hello world', 'hello world'])
    })

    it('hands out no local file of what is not complete', async () => {
      await append('hello', { offset: 0, fence: 1 })
      const failure = { code: 'storage_unavailable' }
      const work = () => Promise.reject(new Error('there is a file to work on'))
      await expect(blobs.withLocalFile(blob(), work)).rejects.toMatchObject(failure)
      await expect(blobs.withLocalFiles([blob()], work)).rejects.toMatchObject(failure)
    })

    it('reads ranges, both ends included', async () => {
      await store('0123456789')
      expect((await buffer(await blobs.read(blob(), { start: 3, end: 5 }))).toString()).toBe('345')
      expect((await buffer(await blobs.read(blob(), { start: 9, end: 9 }))).toString()).toBe('9')
    })

    it('drops what was truncated', async () => {
      const writer = await append('right wrong', { offset: 0, fence: 1 })
      await writer.truncate(6)
      expect(writer.position).toBe(6)
      await writer.write([Buffer.from('again')])
      await finalise(writer)
      expect(await content()).toBe('right again')
    })

    it('stores other bytes in the place of those that were truncated', async () => {
      const writer = await append('abc', { offset: 0, fence: 1 })
      await writer.truncate(0)
      await writer.write([Buffer.from('xyz')])
      expect(await sync(writer)).toBe(3)
      await finalise(writer)
      expect(await content()).toBe('xyz')
    })

    it('continues in another process at an earlier offset than was stored', async () => {
      await append('0123456789', { offset: 0, fence: 1 })
      const later = await restart()
      const writer = await append('abc', { offset: 4, fence: 2 }, later)
      await finalise(writer, later)
      expect(await content(later)).toBe('0123abc')
    })

    it('never lets an earlier writer change what a later one stored, however late it writes', async () => {
      const early = await append('01234', { offset: 0, fence: 1 })
      const later = await restart()
      const writer = await append('abcde', { offset: 5, fence: 2 }, later)
      await early.write([Buffer.from('XXXXXXXXXX')])
      await early.sync('all')
      await writer.write([Buffer.from('fgh')])
      await early.write([Buffer.from('XXXXXXXXXX')])
      await finalise(writer, later)
      expect(await content(later)).toBe('01234abcdefgh')
      await early.write([Buffer.from('XXXXXXXXXX')]).catch(() => {})
      await early.close()
      expect(await content(later)).toBe('01234abcdefgh')
    })

    it('finalises what a vanished writer left, once or again', async () => {
      await append('0123456789', { offset: 0, fence: 1 })
      const later = await restart()
      // The first answer never reached its commit.
      await later.finalise(blob(), 8)
      await commit(await later.finalise(blob(), 8), later)
      await commit(await later.finalise(blob(), 8), later)
      expect(await content(later)).toBe('01234567')
      expect(await later.stat(blob())).toEqual({ state: 'complete', bytes: 8 })
    })

    it('makes one piece of what several writers stored, next to the pieces, until those are deleted', async () => {
      await append('01234', { offset: 0, fence: 1 })
      const later = await restart()
      await finalise(await append('abcdefgh', { offset: 5, fence: 2 }, later), later)
      await later.writeRendition(key, 'small.webp', Buffer.from('small'))
      const before = blob()
      const reading = await later.read(before)
      const consolidate = () => later.withLocalFile(blob(), (file) => later.consolidate(blob(), file))
      // A disk has one piece in the first place.
      receipts.set(key, (await consolidate()) ?? before.receipt)
      expect(await later.stat(blob())).toEqual({ state: 'complete', bytes: 13 })
      expect((await buffer(reading)).toString()).toBe('01234abcdefgh')
      for (const each of [before, blob()])
        expect((await buffer(await later.read(each, { start: 3, end: 6 }))).toString()).toBe('34ab')
      expect(await consolidate()).toBeUndefined()
      await later.deleteReplaced(blob())
      expect(await content(later)).toBe('01234abcdefgh')
      expect((await later.readRendition(key, 'small.webp'))?.toString()).toBe('small')
      for await (const entry of later.list())
        if (entry.key === key)
          expect([entry.completeBytes(blob().receipt), entry.hasReplaced(blob().receipt)]).toEqual([13, false])
    })

    it('keeps all of a long derived file or nothing, and sends parts of it', async () => {
      await store('done')
      const pieces = async function* (isGood: boolean): AsyncGenerator<Buffer> {
        yield Buffer.from('0123')
        if (!isGood) throw new Error('the encoder failed')
        yield Buffer.from('4567')
      }
      const part = async (): Promise<string | undefined> => {
        const opened = await blobs.openRendition(key, '192.mp3', { start: 2, end: 5 })
        return opened && (await buffer(opened)).toString()
      }
      expect(await part()).toBeUndefined()
      await expect(blobs.writeRendition(key, '192.mp3', pieces(false))).rejects.toThrow()
      expect(await part()).toBeUndefined()
      await blobs.writeRendition(key, '192.mp3', pieces(true))
      expect(await part()).toBe('2345')
      await expect(blobs.writeRendition(key, '192.mp3', pieces(false))).rejects.toThrow()
      expect(await part()).toBe('2345')
      expect(await content()).toBe('done')
      await blobs.deleteRendition(key, '192.mp3')
      await blobs.deleteRendition(key, '192.mp3')
      expect(await part()).toBeUndefined()
      await blobs.writeRendition(key, '192.mp3', pieces(true))
      await blobs.delete(key)
      expect(await part()).toBeUndefined()
    })

    it('finalises an empty blob', async () => {
      await commit(await blobs.finalise(blob(), 0))
      expect(await blobs.stat(blob())).toEqual({ state: 'complete', bytes: 0 })
      expect(await content()).toBe('')
    })

    it('refuses to continue or to finalise behind bytes it does not have', async () => {
      await append('012', { offset: 0, fence: 1 })
      for (const attempt of [
        () => open(4, 2),
        () => blobs.finalise(blob(), 4),
        () => blobs.finalise(blob(ids.make('upl')), 1),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'storage_unavailable' })
    })

    it('deletes complete and partial blobs, and nothing twice', async () => {
      await store('done')
      const done = key
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      for (const each of [done, key, done]) await blobs.delete(each)
      expect(await blobs.stat(blob(done))).toBeUndefined()
      expect(await blobs.stat(blob())).toBeUndefined()
      const left = await listed(blobs.list())
      for (const each of [done, key]) expect(left.has(each)).toBe(false)
    })

    it('lists everything, finished or not', async () => {
      await store('done')
      const done = key
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      const found = await listed(blobs.list())
      expect([...found.keys()]).toEqual(expect.arrayContaining([done, key]))
      expect(Math.abs(Date.now() - (found.get(done)?.getTime() ?? 0))).toBeLessThan(60_000)
    })

    it('lists what is complete in the order of the places, each once, with its bytes', async () => {
      const kept: BlobKey[] = []
      for (let count = 0; count < 6; count++) {
        key = ids.make('upl')
        await store('done')
        await blobs.writeRendition(key, 'small.webp', Buffer.from('small'))
        kept.push(key)
      }
      const [gone = key] = kept
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      const half = key
      const order = [...kept].sort((a, b) => (a.slice(-2) + a < b.slice(-2) + b ? -1 : 1))
      const found: BlobKey[] = []
      for await (const entry of blobs.list()) {
        if (entry.key === half) expect(entry.completeBytes(blob(half).receipt)).toBeUndefined()
        if (!kept.includes(entry.key)) continue
        found.push(entry.key)
        expect(entry.completeBytes(blob(entry.key).receipt)).toBe(4)
      }
      expect(found).toEqual(order)
      await blobs.delete(gone)
      await blobs.writeRendition(gone, 'small.webp', Buffer.from('small'))
      for await (const entry of blobs.list())
        if (entry.key === gone) expect(entry.completeBytes(blob(gone).receipt)).toBeUndefined()
    })

    it('takes blobs off the list, lists them apart, and brings them back or deletes them', async () => {
      await store('done')
      const done = key
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      const at = new Date('2026-01-02T03:04:05Z')
      for (const each of [done, key]) await blobs.quarantine(each, at)
      await blobs.quarantine(ids.make('upl'), at)
      const apart = await listed(blobs.listQuarantined())
      expect([...apart.keys()].sort()).toEqual([done, key].sort())
      for (const each of [done, key]) expect(apart.get(each)).toEqual(at)
      const left = await listed(blobs.list())
      for (const each of [done, key]) expect(left.has(each)).toBe(false)
      await blobs.deleteQuarantined(key)
      await blobs.restoreQuarantined(key)
      expect(await blobs.stat(blob())).toBeUndefined()
      await blobs.restoreQuarantined(done)
      expect(await blobs.stat(blob(done))).toEqual({ state: 'complete', bytes: 4 })
      expect((await listed(blobs.listQuarantined())).size).toBe(0)
      expect((await listed(blobs.list())).has(done)).toBe(true)
    })

    it('keeps files derived from a blob for as long as the blob exists', async () => {
      await store('picture')
      expect(await blobs.readRendition(key, 'small.webp')).toBeUndefined()
      await blobs.writeRendition(key, 'small.webp', Buffer.from('first'))
      await blobs.writeRendition(key, 'small.webp', Buffer.from('small'))
      await blobs.writeRendition(key, 'large.webp', Buffer.from('large'))
      const small = async (): Promise<string | undefined> =>
        (await (await restart()).readRendition(key, 'small.webp'))?.toString()
      expect(await small()).toBe('small')
      expect(await content()).toBe('picture')
      await blobs.quarantine(key, new Date())
      await blobs.restoreQuarantined(key)
      expect(await small()).toBe('small')
      expect((await blobs.readRendition(key, 'large.webp'))?.toString()).toBe('large')
      await blobs.delete(key)
      expect(await small()).toBeUndefined()
      expect(await blobs.readRendition(key, 'large.webp')).toBeUndefined()
    })

    it('lists what is left of a blob that is gone', async () => {
      await blobs.writeRendition(key, 'small.webp', Buffer.from('small'))
      expect((await listed(blobs.list())).has(key)).toBe(true)
    })

    it('keeps its mark, the last one written', async () => {
      await blobs.writeMark('first')
      await (await restart()).writeMark('second')
      expect(await blobs.readMark()).toBe('second')
    })

    it('reports the free space, or that it has no limit', async () => {
      const free = await blobs.freeBytes()
      expect(free === undefined || free > 0).toBe(true)
    })

    it('passes its own check', async () => expect(await blobs.check()).toBeUndefined())
  })
}
