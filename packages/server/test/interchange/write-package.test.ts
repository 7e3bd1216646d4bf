import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StorePackage, writePackage } from '../../src/features/interchange/packages/write-package.ts'
import { folderTransport } from '../../src/features/interchange/transports/folder-transport.ts'
import { dying } from '../harness/transport-conformance.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spindle-package-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const bytes = [Buffer.alloc(70_000, 'a'), Buffer.alloc(3, 'b')] as const
const opened: string[] = []
const content = (endMark = true): StorePackage => ({
  folder: 'B1/R1',
  messageName: 'R1.xml',
  xml: '<message/>',
  files: bytes.map((file, index) => ({
    path: `resources/${index}.flac`,
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    open: async () => {
      opened.push(`${index}`)
      return Readable.from([file])
    },
  })),
  endMark: endMark ? { path: 'B1/BatchComplete_B1.xml', content: '<end/>' } : undefined,
})
const signal = new AbortController().signal
const names = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .sort()

const order = ['B1/R1/resources/0.flac', 'B1/R1/resources/1.flac', 'B1/R1/R1.xml', 'B1/BatchComplete_B1.xml'].flatMap(
  (path) => [`put ${path}.part`, `rename ${path}`],
)

describe('a package', () => {
  it('has its files first, then the message, then the end mark, each under another name until it is whole', async () => {
    const { transport, done } = dying(folderTransport(root), 100)
    await writePackage(transport, content(), signal)
    expect(done).toEqual(order)
    expect(await names()).toEqual(['0.flac', '1.flac', 'BatchComplete_B1.xml', 'R1.xml'])
    expect(await readFile(join(root, 'B1/R1/resources/0.flac'))).toEqual(bytes[0])
  })

  it('resumes after a cut at any place, and the completion file is never there before the rest', async () => {
    for (let cut = 0; cut < order.length; cut++) {
      await rm(join(root, 'B1'), { recursive: true, force: true })
      await expect(writePackage(dying(folderTransport(root), cut).transport, content(), signal)).rejects.toThrow(
        'killed',
      )
      const before = await names()
      if (before.includes('BatchComplete_B1.xml')) throw new Error(`the end mark is there after ${cut} steps`)
      opened.length = 0
      await writePackage(folderTransport(root), content(), signal)
      expect(await names()).toEqual(['0.flac', '1.flac', 'BatchComplete_B1.xml', 'R1.xml'])
      // Complete files are not sent again.
      expect(opened).toEqual(['0', '1'].filter((name) => !before.includes(`${name}.flac`)))
    }
  })

  it('has as many files under way as the place takes, and no message before the last of them', async () => {
    const folder = folderTransport(root)
    const { transport, done } = dying({ ...folder, filesAtOnce: 3 }, 100)
    let [underWay, most] = [0, 0]
    const three = Promise.withResolvers<void>()
    const putStream: typeof folder.putStream = async (path, stream, at) => {
      most = Math.max(most, ++underWay)
      if (underWay === 3) three.resolve()
      await three.promise
      await transport.putStream(path, stream, at)
      underWay--
    }
    const [first] = content().files
    if (!first) throw new Error('no file')
    const files = Array.from({ length: 7 }, (_, index) => ({ ...first, path: `resources/${index}.flac` }))
    await writePackage({ ...transport, putStream }, { ...content(), files }, signal)
    expect(most).toBe(3)
    expect(done.filter((step) => step.startsWith('rename'))).toHaveLength(9)
    expect(done.slice(-4)).toEqual(order.slice(-4))
    expect(await names()).toHaveLength(9)
  })

  it('has nothing under way any more when one of its files failed', async () => {
    const endless = [new PassThrough(), new PassThrough()]
    const [first] = content().files
    if (!first) throw new Error('no file')
    const broken = async () => Readable.from([Buffer.alloc(first.size)])
    const files = [...endless.map((source) => async () => source), broken, first.open].map((open, index) => ({
      ...{ ...first, open },
      path: `resources/${index}.flac`,
    }))
    opened.length = 0
    const transport = { ...folderTransport(root), filesAtOnce: 3 }
    const writing = writePackage(transport, { ...content(), files }, signal)
    await expect(writing).rejects.toThrow('B1/R1/resources/2.flac differs from the upload')
    expect(endless.map(({ destroyed }) => destroyed)).toEqual([true, true])
    expect([opened, await names()]).toEqual([[], []])
  })

  it('is not touched once it is out', async () => {
    await writePackage(folderTransport(root), content(), signal)
    await writeFile(join(root, 'B1/R1/R1.xml'), 'taken')
    const { transport, done } = dying(folderTransport(root), 100)
    await writePackage(transport, content(), signal)
    expect(done).toEqual([])
  })

  it('ends with its message if a release is sent separately', async () => {
    const { transport, done } = dying(folderTransport(root), 100)
    await writePackage(transport, content(false), signal)
    expect(done.at(-1)).toBe('rename B1/R1/R1.xml')
  })

  it('holds no file that is not what was uploaded', async () => {
    const [first, ...rest] = content().files
    if (!first) throw new Error('no file')
    const changed = { ...content(), files: [{ ...first, sha256: '0'.repeat(64) }, ...rest] }
    await expect(writePackage(folderTransport(root), changed, signal)).rejects.toThrow('differs from the upload')
    expect(await names()).toEqual([])
  })

  it('fails if the upload cannot be read to its end', async () => {
    const [first, ...rest] = content().files
    if (!first) throw new Error('no file')
    const broken = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(10)
          throw new Error('the disk broke')
        })(),
      )
    const unreadable = { ...content(), files: [{ ...first, open: broken }, ...rest] }
    await expect(writePackage(folderTransport(root), unreadable, signal)).rejects.toThrow('the disk broke')
    expect(await names()).toEqual([])
  })
})
