import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BlobKey, Blobs } from '../../src/platform/blobs/blobs.ts'
import { idGenerator } from '../../src/platform/ids.ts'

/** What every adapter of the blob port must do. `restart` opens the same storage as another process would. */
export function describeBlobs(name: string, restart: () => Promise<Blobs>): void {
  describe(`${name}, as a blob store`, () => {
    const ids = idGenerator({ now: () => Date.now() })
    let blobs: Blobs
    let key: BlobKey
    beforeEach(async () => {
      blobs = await restart()
      key = ids.make('upl')
    })

    const content = async (of = blobs): Promise<string> => (await buffer(await of.read(key))).toString()
    const append = async (text: string, { offset, fence }: { offset: number; fence: number }, of = blobs) => {
      const writer = await of.openWriter(key, { offset, fence })
      await writer.write([Buffer.from(text)])
      await writer.sync()
      return writer
    }

    it('appends, finalises and reads', async () => {
      const writer = await blobs.openWriter(key, { offset: 0, fence: 1 })
      await writer.write([Buffer.from('hello'), Buffer.from(' ')])
      await writer.write([Buffer.from('world')])
      expect(writer.position).toBe(11)
      expect(await writer.sync()).toBe(11)
      expect(await blobs.stat(key)).toEqual({ state: 'partial', bytes: 11 })
      await expect(blobs.read(key)).rejects.toMatchObject({ code: 'storage_unavailable' })
      await writer.finalise()
      expect(await blobs.stat(key)).toEqual({ state: 'complete', bytes: 11 })
      expect(await content()).toBe('hello world')
      expect(await blobs.withLocalFile(key, (path) => readFile(path, 'utf8'))).toBe('hello world')
    })

    it('reads ranges, both ends included', async () => {
      await (await append('0123456789', { offset: 0, fence: 1 })).finalise()
      expect((await buffer(await blobs.read(key, { start: 3, end: 5 }))).toString()).toBe('345')
      expect((await buffer(await blobs.read(key, { start: 9, end: 9 }))).toString()).toBe('9')
    })

    it('drops what was truncated', async () => {
      const writer = await append('right wrong', { offset: 0, fence: 1 })
      await writer.truncate(6)
      expect(writer.position).toBe(6)
      await writer.write([Buffer.from('again')])
      await writer.finalise()
      expect(await content()).toBe('right again')
    })

    it('continues in another process at an earlier offset than was stored', async () => {
      await append('0123456789', { offset: 0, fence: 1 })
      const later = await restart()
      const writer = await append('abc', { offset: 4, fence: 2 }, later)
      await writer.finalise()
      expect(await content(later)).toBe('0123abc')
    })

    it('never lets an earlier writer change what a later one stored, however late it writes', async () => {
      const early = await append('01234', { offset: 0, fence: 1 })
      const later = await restart()
      const writer = await append('abcde', { offset: 5, fence: 2 }, later)
      await early.write([Buffer.from('XXXXXXXXXX')])
      await early.sync()
      await writer.write([Buffer.from('fgh')])
      await early.write([Buffer.from('XXXXXXXXXX')])
      await writer.finalise()
      expect(await content(later)).toBe('01234abcdefgh')
      await early.write([Buffer.from('XXXXXXXXXX')]).catch(() => {})
      await early.close()
      expect(await content(later)).toBe('01234abcdefgh')
    })

    it('finalises what a vanished writer left, once or again', async () => {
      await append('0123456789', { offset: 0, fence: 1 })
      const later = await restart()
      await later.finalise(key, 8)
      await later.finalise(key, 8)
      expect(await content(later)).toBe('01234567')
      expect(await later.stat(key)).toEqual({ state: 'complete', bytes: 8 })
    })

    it('finalises an empty blob', async () => {
      await blobs.finalise(key, 0)
      expect(await blobs.stat(key)).toEqual({ state: 'complete', bytes: 0 })
      expect(await content()).toBe('')
    })

    it('refuses to continue or to finalise behind bytes it does not have', async () => {
      await append('012', { offset: 0, fence: 1 })
      for (const attempt of [
        () => blobs.openWriter(key, { offset: 4, fence: 2 }),
        () => blobs.finalise(key, 4),
        () => blobs.finalise(ids.make('upl'), 1),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'storage_unavailable' })
    })

    it('deletes complete and partial blobs, and nothing twice', async () => {
      await (await append('done', { offset: 0, fence: 1 })).finalise()
      const done = key
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      for (const each of [done, key, done]) await blobs.delete(each)
      expect(await blobs.stat(done)).toBeUndefined()
      expect(await blobs.stat(key)).toBeUndefined()
    })

    it('lists everything, finished or not', async () => {
      await (await append('done', { offset: 0, fence: 1 })).finalise()
      const done = key
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      const found = new Map<string, Date>()
      for await (const entry of blobs.list()) found.set(entry.key, entry.modifiedAt)
      expect([...found.keys()]).toEqual(expect.arrayContaining([done, key]))
      expect(Math.abs(Date.now() - (found.get(done)?.getTime() ?? 0))).toBeLessThan(60_000)
    })

    it('takes blobs out of sight, lists them there, and brings them back or deletes them', async () => {
      await (await append('done', { offset: 0, fence: 1 })).finalise()
      const done = key
      key = ids.make('upl')
      await (await append('half', { offset: 0, fence: 1 })).close()
      const at = new Date('2026-01-02T03:04:05Z')
      for (const each of [done, key]) await blobs.quarantine(each, at)
      await blobs.quarantine(ids.make('upl'), at)
      const quarantined = async (): Promise<Map<string, Date>> => {
        const found = new Map<string, Date>()
        for await (const entry of blobs.listQuarantined()) found.set(entry.key, entry.modifiedAt)
        return found
      }
      for (const each of [done, key]) {
        expect(await blobs.stat(each)).toBeUndefined()
        expect((await quarantined()).get(each)).toEqual(at)
      }
      const listed: string[] = []
      for await (const entry of blobs.list()) listed.push(entry.key)
      expect(listed).not.toContain(done)
      expect(listed).not.toContain(key)
      await blobs.deleteQuarantined(key)
      await blobs.restoreQuarantined(key)
      expect(await blobs.stat(key)).toBeUndefined()
      await blobs.restoreQuarantined(done)
      expect(await blobs.stat(done)).toEqual({ state: 'complete', bytes: 4 })
      expect((await quarantined()).size).toBe(0)
    })

    it('keeps what was made of a blob beside it, for as long as there is the blob', async () => {
      await (await append('picture', { offset: 0, fence: 1 })).finalise()
      expect(await blobs.readRendition(key, 'small.webp')).toBeUndefined()
      await blobs.writeRendition(key, 'small.webp', Buffer.from('first'))
      await blobs.writeRendition(key, 'small.webp', Buffer.from('small'))
      await blobs.writeRendition(key, 'large.webp', Buffer.from('large'))
      const small = async (): Promise<string | undefined> =>
        (await (await restart()).readRendition(key, 'small.webp'))?.toString()
      expect(await small()).toBe('small')
      expect(await content()).toBe('picture')
      await blobs.quarantine(key, new Date())
      expect(await small()).toBeUndefined()
      await blobs.restoreQuarantined(key)
      expect(await small()).toBe('small')
      expect((await blobs.readRendition(key, 'large.webp'))?.toString()).toBe('large')
      await blobs.delete(key)
      expect(await small()).toBeUndefined()
      expect(await blobs.readRendition(key, 'large.webp')).toBeUndefined()
    })

    it('lists what is left of a blob that is gone', async () => {
      await blobs.writeRendition(key, 'small.webp', Buffer.from('small'))
      const listed: string[] = []
      for await (const entry of blobs.list()) listed.push(entry.key)
      expect(listed).toContain(key)
    })

    it('keeps its mark, the last one written', async () => {
      await blobs.writeMark('first')
      await (await restart()).writeMark('second')
      expect(await blobs.readMark()).toBe('second')
    })

    it('says how much room there is, or that it knows no end', async () => {
      const free = await blobs.freeBytes()
      expect(free === undefined || free > 0).toBe(true)
    })

    it('passes its own check', async () => expect(await blobs.check()).toBeUndefined())
  })
}
