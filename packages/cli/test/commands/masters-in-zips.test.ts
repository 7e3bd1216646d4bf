import { createHash, randomBytes } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { shortMaster } from '../../../server/test/harness/submittable.ts'
import { openEntry } from '../../src/commands/imports/masters/entry-source.ts'
import { openMasters } from '../../src/commands/imports/masters/find-masters.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { makeFolder } from '../harness/spindle-home.ts'
import { makeZip, type ZipEntry } from './make-zip.ts'

/** `import TABLE --audio masters.zip`: to a real hub, and archives that would do harm. */

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const context = (cwd: string) => ({ cwd, signal: new AbortController().signal })

describe('import of a table with masters in ZIPs', () => {
  let fixture: HubFixture
  const masters = [1, 2, 3, 4].map(shortMaster)
  const at = (index: number): Buffer => masters[index] ?? Buffer.alloc(0)

  beforeAll(async () => {
    fixture = await openHubFixture()
    await mkdir(join(fixture.folder, 'more'))
    await fixture.write('more/Snow.wav', at(2))
    await fixture.write(
      'masters.zip',
      makeZip([
        { name: 'masters/one/', mode: 0o040755 },
        { name: 'masters/one/Rain.WAV', bytes: at(0), isDeflated: true },
        { name: '../../ZZABC2600002.wav', bytes: at(1) },
        { name: '__MACOSX/masters/one/._Rain.WAV', bytes: 'nothing' },
      ]),
    )
    await fixture.write('second.zip', makeZip([{ name: '0200000000011_1_1.wav', bytes: at(3), isDeflated: true }]))
  })

  const table = (name: string, ...rows: readonly string[]) =>
    fixture.write(name, ['externalId,upc,releaseTitle,trackTitle,isrc,audioFile', ...rows].join('\n'))
  const sentDigests = async (): Promise<string[]> =>
    (await fixture.json(['uploads', 'list', '--limit', '100'])).data
      .map(({ sha256 }: { sha256: string }) => sha256)
      .toSorted()

  it('finds files by name, ISRC and UPC in ZIPs and folders, and sends each once', async () => {
    await table(
      'catalogue.csv',
      'A,,Rain,Rain,,one/rain.wav',
      'B,,Sun,Sun,ZZABC2600002,',
      'C,,Snow,Snow,,snow.wav',
      'D,0200000000011,Fog,Fog,,',
    )
    const command = ['import', 'catalogue.csv', '--audio', 'masters.zip', '--audio', 'second.zip', '--audio', 'more']
    const rehearsed = await fixture.spindle([...command, '--dry-run', '--json'])
    expect(JSON.parse(rehearsed.stdout).releases).toMatchObject([
      { key: 'A', foundFiles: [{ kind: 'audio', title: 'Rain', file: 'masters.zip/masters/one/Rain.WAV' }] },
      { key: 'B', foundFiles: [{ file: 'masters.zip/ZZABC2600002.wav', bytes: at(1).length }] },
      { key: 'C', foundFiles: [{ file: 'more/Snow.wav', bytes: at(2).length }] },
      { key: 'D', foundFiles: [{ file: 'second.zip/0200000000011_1_1.wav' }] },
    ])
    expect(await sentDigests()).toEqual([])
    const shown = await fixture.spindle([...command, '--dry-run'])
    expect(shown.stdout).toContain('A "Rain" ← masters.zip/masters/one/Rain.WAV')
    expect(shown.stdout).toContain('4 files for rows')

    const { stdout } = await fixture.spindle([...command, '--json'])
    const audioLeft = JSON.parse(stdout).releases.flatMap(
      ({ missingFiles }: { missingFiles: readonly { kind: string }[] }) =>
        missingFiles.filter(({ kind }) => kind === 'audio'),
    )
    expect(audioLeft).toEqual([])
    const digests = masters.map(sha256Of).toSorted()
    expect(await sentDigests()).toEqual(digests)
    await fixture.spindle([...command, '--json'])
    expect(await sentDigests()).toEqual(digests)
  })

  it('uses none of several files with one name, and says which they are', async () => {
    await fixture.write('a.zip', makeZip([{ name: 'a/01.wav', bytes: at(0) }]))
    await fixture.write('b.zip', makeZip([{ name: 'b/01.wav', bytes: at(1) }]))
    await table('same.csv', 'S,,Same,Same,,01.wav', 'T,,Told,Told,,b/01.wav')
    const command = ['import', 'same.csv', '--audio', 'a.zip', '--audio', 'b.zip']
    const rehearsed = JSON.parse((await fixture.spindle([...command, '--dry-run', '--json'])).stdout)
    expect(rehearsed.releases).toMatchObject([
      { key: 'S', foundFiles: [], missingFiles: [{ kind: 'audio' }] },
      { key: 'T', foundFiles: [{ file: 'b.zip/b/01.wav' }] },
    ])
    expect(rehearsed.releases[0].problems).toContainEqual(expect.objectContaining({ code: 'audio_ambiguous' }))
    const { stderr } = await fixture.spindle(command)
    expect(stderr).toContain('S: 2 files have the name, so none is used: a.zip/a/01.wav, b.zip/b/01.wav')
  })

  it('sends nothing of a damaged file, and the others', async () => {
    const good = shortMaster(5)
    await fixture.write(
      'damaged.zip',
      makeZip([
        { name: 'bad.wav', bytes: shortMaster(6), isDeflated: true, checksum: 1 },
        { name: 'good.wav', bytes: good },
      ]),
    )
    await table('damaged.csv', 'X,,Bad,Bad,,bad.wav', 'Y,,Good,Good,,good.wav')
    const { code, stderr } = await fixture.spindle(['import', 'damaged.csv', '--audio', 'damaged.zip'])
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('damaged.zip/bad.wav is damaged: its checksum differs'),
    })
    expect(await sentDigests()).toContain(sha256Of(good))
    expect(await sentDigests()).not.toContain(sha256Of(shortMaster(6)))
  })

  it('refuses an archive before the table is sent', async () => {
    await fixture.write(
      'locked.zip',
      makeZip([{ name: 'one/Rain.wav', bytes: 'abc', isDeflated: true, isEncrypted: true }]),
    )
    await table('locked.csv', 'L,,Locked,Locked,,rain.wav')
    const before = (await fixture.json(['imports', 'tables'])).data.length
    const { code, stderr } = await fixture.spindle(['import', 'locked.csv', '--audio', 'locked.zip'])
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('locked.zip cannot be used: one/Rain.wav is encrypted'),
    })
    expect((await fixture.json(['imports', 'tables'])).data).toHaveLength(before)
  })
})

describe('an archive with masters', () => {
  const folder = makeFolder()
  const open = async (bytes: Uint8Array) => {
    await writeFile(join(folder, 'masters.zip'), bytes)
    return openMasters(context(folder), ['masters.zip'])
  }

  it.each([
    [
      'an encrypted entry',
      makeZip([{ name: 'a.wav', bytes: 'abc', isDeflated: true, isEncrypted: true }]),
      'a.wav is encrypted',
    ],
    [
      'a stored entry of two sizes',
      makeZip([{ name: 'b.wav' }, { name: 'a.wav', bytes: 'abc', claimedBytes: 4 }]),
      'entry 2: compressed/uncompressed size mismatch',
    ],
    ['another compression', makeZip([{ name: 'a.wav', bytes: 'abc', method: 9 }]), 'a.wav is compressed with a method'],
    ['no ZIP', Buffer.from('not an archive'), 'it is not a ZIP, or it is damaged'],
    ['a truncated ZIP', makeZip([{ name: 'a.wav', bytes: 'abc' }]).subarray(0, 40), 'it is not a ZIP'],
    [
      'a bomb',
      makeZip([{ name: 'a.wav', bytes: Buffer.alloc(80 * 1024 ** 2), isDeflated: true }]),
      'a.wav expands to more than 200 times its size',
    ],
    [
      'a claim of a bomb',
      makeZip([{ name: 'a.wav', bytes: 'abc', isDeflated: true, claimedBytes: 2 ** 31 }]),
      'a.wav expands to more than 200 times its size',
    ],
    ['a long name', makeZip([{ name: `${'a'.repeat(1001)}.wav` }]), 'it has a name of more than 1000 bytes'],
  ])('with %s is refused, with its name', async (_, bytes, why) => {
    await expect(open(bytes)).rejects.toMatchObject({
      code: 'archive_refused',
      exitCode: 4,
      message: expect.stringContaining(`masters.zip cannot be used: ${why}`),
    })
  })

  it('whose entries share bytes is refused', async () => {
    const zip = makeZip([
      { name: 'a.wav', bytes: randomBytes(4000) },
      { name: 'b.wav', bytes: 'b' },
    ])
    const second = zip.lastIndexOf('PK\x01\x02')
    zip.writeUInt32LE(4000, second + 20)
    zip.writeUInt32LE(4000, second + 24)
    zip.writeUInt32LE(0, second + 42)
    await expect(open(zip)).rejects.toMatchObject({ message: expect.stringContaining('b.wav overlaps other entries') })
  })

  it('has only names of files: a path leads nowhere, links and folders are left out', async () => {
    const masters = await open(
      makeZip([
        { name: '/etc/passwd.wav', bytes: 'a' },
        { name: 'C:\\music\\b.wav', bytes: 'b' },
        { name: 'link.wav', bytes: '/etc/passwd', mode: 0o120777 },
        { name: 'folder.wav/', mode: 0o040755 },
        { name: '', nameBytes: Buffer.from('Regen über.wav'), bytes: 'c' },
        { name: '', nameBytes: Buffer.from([0x81, ...Buffer.from('.wav')]), bytes: 'd' },
      ]),
    )
    const names = ['passwd.wav', 'b.wav', 'link.wav', 'folder.wav', 'regen über.wav', 'ü.wav'].map((file) => {
      const found = masters.find({ files: [file] })
      return found && 'name' in found ? found.name : undefined
    })
    expect(names).toEqual([
      'masters.zip/etc/passwd.wav',
      'masters.zip/C:/music/b.wav',
      undefined,
      undefined,
      'masters.zip/Regen über.wav',
      'masters.zip/ü.wav',
    ])
    masters.close()
  })

  it.each(['missing', 'masters.zip/inside'])('that is not there is named: %s', async (place) => {
    await expect(openMasters(context(folder), [place])).rejects.toMatchObject({
      exitCode: 2,
      message: `${place} is not a folder or ZIP that can be read`,
    })
  })
})

describe('a file that is read out of a ZIP', () => {
  const folder = makeFolder()
  const content = randomBytes(900_000)

  async function openOnly(entry: Omit<ZipEntry, 'name'>) {
    const path = join(folder, 'one.zip')
    await writeFile(path, makeZip([{ name: 'a.wav', ...entry }]))
    const zip = await openPromise(path, { decodeStrings: false, autoClose: false })
    const { value: first } = await zip.eachEntry().next()
    let opened = 0
    const read = zip.openReadStreamPromise.bind(zip)
    zip.openReadStreamPromise = (...given) => {
      opened += 1
      return read(...given)
    }
    const place = { path, shown: 'one.zip' }
    const archive = await stat(path, { bigint: true })
    const { source, readSha256 } = openEntry({ zip, entry: first, place, archive, shown: 'one.zip/a.wav', path: 'a' })
    return { source, readSha256, opened: () => opened, path }
  }

  type Source = Awaited<ReturnType<typeof openOnly>>['source']

  /** What a request takes before it ends. */
  async function takeSome({ stream }: Source, offset: number, atLeast: number): Promise<Buffer> {
    const taken: Uint8Array[] = []
    for await (const chunk of stream?.(offset, content.length - offset) ?? []) {
      taken.push(chunk)
      if (Buffer.concat(taken).length >= atLeast) break
    }
    return Buffer.concat(taken)
  }

  it.each([true, false])(
    'continues where a request ended, without unpacking again (deflated: %s)',
    async (isDeflated) => {
      const { source, opened } = await openOnly({ bytes: content, isDeflated })
      const first = await takeSome(source, 0, 100_000)
      const second = await takeSome(source, first.length, 200_000)
      const rest = await takeSome(source, first.length + second.length, Number.POSITIVE_INFINITY)
      expect(Buffer.concat([first, second, rest]).equals(content)).toBe(true)
      expect(opened()).toBe(1)
      expect(await source.sha256?.()).toBe(sha256Of(content))
      expect(opened()).toBe(1)
    },
  )

  it('is read again from the start for bytes that did not arrive, and every byte counts once', async () => {
    const { source, opened } = await openOnly({ bytes: content, isDeflated: true })
    await takeSome(source, 0, 300_000)
    const again = await takeSome(source, 150_001, Number.POSITIVE_INFINITY)
    expect(again.equals(content.subarray(150_001))).toBe(true)
    expect(opened()).toBe(2)
    expect(await source.sha256?.()).toBe(sha256Of(content))
    expect(Buffer.from(await source.read(10, 20)).equals(content.subarray(10, 30))).toBe(true)
    expect((await source.read(899_990, 100)).length).toBe(10)
    await source.close()
  })

  it('has its digest before it is sent, and none if the archive changed meanwhile', async () => {
    const { readSha256, path } = await openOnly({ bytes: content, isDeflated: true })
    expect(await readSha256(undefined)).toBe(sha256Of(content))
    await writeFile(path, makeZip([{ name: 'a.wav', bytes: 'other' }]))
    await expect(readSha256(undefined)).rejects.toMatchObject({
      code: 'source_changed',
      message: 'one.zip changed while one.zip/a.wav was sent',
    })
  })

  it.each([
    ['with another checksum', { bytes: content, checksum: (crc32(content) ^ 1) >>> 0 }, 'its checksum differs'],
    ['with more bytes than declared', { bytes: content, isDeflated: true, claimedBytes: 899_999 }, 'too many bytes'],
    ['with fewer bytes than declared', { bytes: content, isDeflated: true, claimedBytes: 900_001 }, 'not enough bytes'],
  ])('%s is damaged', async (_, entry, why) => {
    const { readSha256 } = await openOnly(entry)
    await expect(readSha256(undefined)).rejects.toMatchObject({
      code: 'archive_damaged',
      message: expect.stringContaining(`one.zip/a.wav is damaged: ${why}`),
    })
  })
})
