import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StorePackage, writePackage } from '../../src/features/interchange/packages/write-package.ts'
import type { OpenTransport, Transport } from '../../src/features/interchange/transports/transport.ts'
import { createRandom } from './random.ts'

/** The place of a test: empty at first, and inspected without the transport. */
export interface TransportPlace {
  open(): OpenTransport
  /** Paths of all files. */
  paths(): Promise<string[]>
  bytesOf(path: string): Promise<Buffer>
}

const signal = new AbortController().signal
const streamOf = (...chunks: readonly (string | Buffer)[]): Readable =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

/** The requirements of every transport. */
export function describeTransport(name: string, makePlace: () => Promise<TransportPlace>): void {
  describe(`${name}, as a transport`, () => {
    let place: TransportPlace
    let transport: OpenTransport
    beforeEach(async () => {
      place = await makePlace()
      transport = place.open()
    })
    afterEach(() => transport.close())
    const put = (path: string, ...chunks: readonly (string | Buffer)[]) =>
      transport.putStream(path, streamOf(...chunks), signal)

    it('finds nothing of a file that does not exist', async () => {
      expect(await transport.stat('nothing')).toBeUndefined()
      expect(await transport.list('nothing')).toEqual([])
      await transport.remove('nothing')
      await expect(transport.read('nothing', 10)).rejects.toThrow()
    })

    it('writes files, returns their sizes and reads them back', async () => {
      await transport.mkdirs('a/b')
      await transport.mkdirs('a/b')
      const large = createRandom(1).bytes(3_000_001)
      await put('a/b/large', large.subarray(0, 1), large.subarray(1, 100_000), large.subarray(100_000))
      await put('a/b/Lied für „Ömür“ 歌 #1?.xml', 'hello ', 'world')
      await put('empty')
      expect(await place.bytesOf('a/b/large')).toEqual(large)
      expect(await transport.stat('a/b/large')).toBe(large.length)
      expect((await transport.read('a/b/Lied für „Ömür“ 歌 #1?.xml', 11)).toString()).toBe('hello world')
      expect(await transport.stat('empty')).toBe(0)
      expect(await transport.read('empty', 0)).toEqual(Buffer.alloc(0))
    })

    it('writes several files at the same time', async () => {
      const random = createRandom(3)
      const large = Array.from({ length: 2 * transport.filesAtOnce }, (_, index) => random.bytes(700_001 + index))
      await Promise.all(large.map((bytes, index) => put(`${index}`, bytes.subarray(0, 70_000), bytes.subarray(70_000))))
      for (const [index, bytes] of large.entries()) expect((await place.bytesOf(`${index}`)).equals(bytes)).toBe(true)
    })

    it('lists the files of one folder in the order of their names', async () => {
      await transport.mkdirs('a/deeper')
      for (const file of ['a/b', 'a/B', 'a/10', 'a/9', 'a/deeper/no', 'ab']) await put(file, file)
      const before = Date.now()
      const listed = await transport.list('a')
      expect(listed.map((file) => [file.name, file.size])).toEqual([
        ['10', 4],
        ['9', 3],
        ['B', 3],
        ['b', 3],
      ])
      for (const { modifiedMs } of listed) expect(Math.abs(modifiedMs - before)).toBeLessThan(600_000)
    })

    it('overwrites an existing file', async () => {
      await put('a', 'first and long')
      await put('a', 'second')
      expect((await transport.read('a', 100)).toString()).toBe('second')
    })

    it('renames onto what is there, or needs no renaming', async () => {
      if (!transport.rename) return
      await put('a', 'new')
      await put('b', 'old')
      await transport.rename('a', 'b')
      expect(await place.paths()).toEqual(['b'])
      expect((await transport.read('b', 3)).toString()).toBe('new')
    })

    it('reads no more than it was allowed to', async () => {
      await put('a', '12345')
      expect((await transport.read('a', 5)).toString()).toBe('12345')
      await expect(transport.read('a', 4)).rejects.toThrow('more than 4 bytes')
    })

    it('removes a file, and a folder with all it holds', async () => {
      await transport.mkdirs('a/b/c')
      for (const file of ['a/1', 'a/b/2', 'a/b/c/3', 'abc', 'keep']) await put(file, file)
      await transport.remove('abc')
      await transport.remove('a')
      expect(await place.paths()).toEqual(['keep'])
      expect(await transport.list('a')).toEqual([])
    })

    it('walks through everything below a folder, but for what is skipped', async () => {
      await transport.mkdirs('a/b/c')
      await transport.mkdirs('a/done/x')
      for (const file of ['a/1', 'a/b/Lied „Ömür“', 'a/b/c/3', 'a/done/x/4', 'ab']) await put(file, file)
      const walked: string[] = []
      for await (const { path, kind, size, modifiedMs } of transport.walk('a', (folder) => folder === 'done')) {
        expect(modifiedMs).toBeGreaterThan(1_000_000_000_000)
        if (kind === 'file') walked.push(`${path} ${size}`)
        else expect([kind, ['b', 'b/c', 'done'].includes(path)]).toEqual(['folder', true])
      }
      expect(walked.sort()).toEqual(['1 3', 'b/Lied „Ömür“ 21', 'b/c/3 7'])
      const nothing: unknown[] = []
      for await (const entry of transport.walk('nothing')) nothing.push(entry)
      expect(nothing).toEqual([])
    })

    it('stops walking when the caller stops reading', async () => {
      for (const file of ['1', '2', '3']) await put(file, file)
      for await (const entry of transport.walk('')) {
        expect(entry.kind).toBe('file')
        break
      }
      expect(await transport.stat('1')).toBe(1)
    })

    it('opens files of any length, and ends with its signal', async () => {
      const large = createRandom(2).bytes(3_000_001)
      await put('large', large)
      await put('block', large.subarray(0, 64 * 1024))
      await put('empty')
      expect((await buffer(await transport.open('large', signal))).equals(large)).toBe(true)
      expect((await buffer(await transport.open('block', signal))).length).toBe(65_536)
      expect(await buffer(await transport.open('empty', signal))).toEqual(Buffer.alloc(0))
      await expect(transport.open('nothing', signal)).rejects.toThrow()
      const stop = new AbortController()
      const cut = await transport.open('large', stop.signal)
      stop.abort()
      await expect(buffer(cut)).rejects.toThrow('aborted')
      // A download that was stopped halfway does not prevent other reads.
      const left = await transport.open('large', signal)
      for await (const _ of left) break
      expect(await transport.stat('large')).toBe(large.length)
    })

    it('stays in its folder', async () => {
      const rename = transport.rename ?? (() => Promise.reject(new Error('is outside the folder')))
      for (const work of [
        () => transport.stat('../a'),
        () => transport.list('a/../..'),
        async () => {
          for await (const _ of transport.walk('a/../..')) break
        },
        () => transport.open('../a', signal),
        () => transport.mkdirs('..'),
        () => put('../a', 'a'),
        () => rename('../a', 'b'),
        () => transport.read('a/../../b', 1),
        () => transport.remove('..'),
      ])
        await expect((async () => work())()).rejects.toThrow('is outside the folder')
    })

    it('fails with what it was given to write', async () => {
      const failing = Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('the source broke')
        })(),
      )
      await expect(transport.putStream('a', failing, signal)).rejects.toThrow('the source broke')
      // Without renaming, no incomplete file may exist at all.
      if (!transport.rename) expect(await place.paths()).toEqual([])
      await put('a', 'whole')
      expect((await transport.read('a', 10)).toString()).toBe('whole')
    })

    it('ends when it is aborted, and releases its source', async () => {
      const source = new PassThrough()
      source.write('half')
      const stop = new AbortController()
      const writing = transport.putStream('a', source, stop.signal)
      stop.abort()
      await expect(writing).rejects.toThrow()
      expect(source.destroyed).toBe(true)
      if (!transport.rename) expect(await place.paths()).toEqual([])
    })

    it('receives a complete package, in order, wherever it was interrupted', async () => {
      const steps = await stepsOf(place)
      expect(steps.at(-1)).toMatch(/BatchComplete_B1\.xml$/)
      for (let cut = 0; cut < steps.length; cut++) {
        await transport.remove('B1')
        await expect(writePackage(dying(transport, cut).transport, content(), signal)).rejects.toThrow('killed')
        expect(await place.paths()).not.toContain('B1/BatchComplete_B1.xml')
        const again = place.open()
        await writePackage(again, content(), signal)
        await again.close()
        expect(await place.paths()).toEqual(packaged)
      }
      for (const [index, bytes] of files.entries())
        expect(await place.bytesOf(`B1/R1/resources/${index}.flac`)).toEqual(bytes)
    })
  })
}

/** More than any place accepts at a time. */
const files = [70_000, 3, 1, 40_000, 2].map((size, index) => Buffer.alloc(size, `${index}`))
const packaged = [
  ...['B1/BatchComplete_B1.xml', 'B1/R1/R1.xml'],
  ...['0', '1', '2', '3', '4'].map((name) => `B1/R1/resources/${name}.flac`),
]

const content = (): StorePackage => ({
  folder: 'B1/R1',
  messageName: 'R1.xml',
  xml: '<message/>',
  files: files.map((file, index) => ({
    path: `resources/${index}.flac`,
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    open: async () => Readable.from([file]),
  })),
  endMark: { path: 'B1/BatchComplete_B1.xml', content: '<end/>' },
})

async function stepsOf(place: TransportPlace): Promise<string[]> {
  const transport = place.open()
  const { transport: counted, done } = dying(transport, Number.POSITIVE_INFINITY)
  await writePackage(counted, content(), signal)
  await transport.close()
  return done
}

/** Ends like a killed process at its change with number `count`, and reports what changed. */
export function dying(transport: Transport, count: number): { transport: Transport; done: string[] } {
  const done: string[] = []
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    if (done.length >= count) throw new Error('killed')
    done.push(what)
    return work()
  }
  const { rename } = transport
  return {
    done,
    transport: {
      ...transport,
      putStream: (path, stream, at) => step(`put ${path}`, () => transport.putStream(path, stream, at)),
      rename: rename && ((from, to) => step(`rename ${to}`, () => rename(from, to))),
      // A killed process does not clean up.
      remove: async (path) => (done.length >= count ? undefined : transport.remove(path)),
    },
  }
}
