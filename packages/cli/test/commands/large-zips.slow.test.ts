import { createHash } from 'node:crypto'
import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { masterWav } from '../../../server/test/harness/submittable.ts'
import { openEntry } from '../../src/commands/imports/masters/entry-source.ts'
import { openMasters } from '../../src/commands/imports/masters/find-masters.ts'
import { startFailingProxy } from '../deliver/failing-proxy.ts'
import { openHubFixture } from '../harness/hub-fixture.ts'
import { spawnSpindle } from '../harness/spawn-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'
import { makeZip } from './make-zip.ts'

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('a master of more than 64 MiB in a ZIP', () => {
  it('arrives once although the process is killed in the middle', async () => {
    const fixture = await openHubFixture()
    const hub = await startFailingProxy(fixture.hub.url)
    const master = masterWav(1, 260)
    expect(master.length).toBeGreaterThan(64 * 1024 ** 2)
    await writeFile(
      join(fixture.folder, 'masters.zip'),
      makeZip([
        { name: 'first.txt', bytes: 'first' },
        { name: 'Rain.wav', bytes: master, isDeflated: true },
      ]),
    )
    await fixture.write('catalogue.csv', 'externalId,releaseTitle,trackTitle,audioFile\nA,Rain,Rain,rain.wav\n')
    const home = makeFolder()
    const command = ['import', 'catalogue.csv', '--audio', 'masters.zip', '--json']
    const killed = spawnSpindle(command, { ...fixture.options, hub, home })
    hub.whenSent(20_000_000, () => void killed.process.kill('SIGKILL'))
    expect((await killed.result).code).toBe(null)

    const { stdout } = await fixture.spindle(command, { hub, home })
    expect(JSON.parse(stdout)).toMatchObject({ releases: [{ key: 'A', missingFiles: [] }] })
    const { data: uploads } = await fixture.json(['uploads', 'list'])
    expect(uploads).toMatchObject([{ filename: 'rain.wav', size: master.length, sha256: sha256Of(master) }])
    expect((await fixture.json(['releases', 'list'])).data).toHaveLength(1)
  })
})

describe('a ZIP of more than 4 GiB', () => {
  it('is read where its entries are', async () => {
    const folder = makeFolder()
    const path = join(folder, 'large.zip')
    const content = Buffer.from('a master behind four gibibytes')
    await writeLargeZip(path, content)
    const masters = await openMasters({ cwd: folder, signal: new AbortController().signal }, ['large.zip'])
    const [large, small] = ['silence.wav', 'rain.wav'].map((file) => masters.find({ files: [file] }))
    expect(large && 'size' in large && (await large.size())).toBe(holeBytes)
    expect(small).toMatchObject({ name: 'large.zip/Rain.wav' })
    masters.close()

    const zip = await openPromise(path, { decodeStrings: false, autoClose: false })
    const entries = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    const [, entry] = entries
    if (!entry) throw new Error('the second entry is missing')
    const archive = await stat(path, { bigint: true })
    const named = { zip, entry, archive, place: { path, shown: 'large.zip' }, shown: 'large.zip/Rain.wav', path: 'r' }
    expect(await openEntry(named).readSha256(undefined)).toBe(sha256Of(content))
    zip.close()
  })
})

const holeBytes = 4 * 1024 ** 3 + 5

/** Zip64 (APPNOTE 4.3.14, 4.5.3): a stored hole of the disk, then a small file. */
async function writeLargeZip(path: string, content: Buffer): Promise<void> {
  const local = (name: string, bytes: number, checksum: number) => {
    const isLarge = bytes > 0xffffffff
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt16LE(45, 4)
    head.writeUInt32LE(checksum, 14)
    head.writeUInt32LE(isLarge ? 0xffffffff : bytes, 18)
    head.writeUInt32LE(isLarge ? 0xffffffff : bytes, 22)
    head.writeUInt16LE(name.length, 26)
    const extra = isLarge ? large64([bytes, bytes]) : Buffer.alloc(0)
    head.writeUInt16LE(extra.length, 28)
    return Buffer.concat([head, Buffer.from(name), extra])
  }
  const central = (name: string, { bytes, checksum, at }: { bytes: number; checksum: number; at: number }) => {
    const over = [bytes, bytes, at].filter((value) => value > 0xffffffff)
    const extra = over.length > 0 ? large64(over) : Buffer.alloc(0)
    const head = Buffer.alloc(46)
    head.write('PK\x01\x02', 'latin1')
    head.writeUInt16LE(45, 4)
    head.writeUInt16LE(45, 6)
    head.writeUInt32LE(checksum, 16)
    head.writeUInt32LE(Math.min(bytes, 0xffffffff), 20)
    head.writeUInt32LE(Math.min(bytes, 0xffffffff), 24)
    head.writeUInt16LE(name.length, 28)
    head.writeUInt16LE(extra.length, 30)
    head.writeUInt32LE(Math.min(at, 0xffffffff), 42)
    return Buffer.concat([head, Buffer.from(name), extra])
  }
  const first = local('silence.wav', holeBytes, 0)
  const secondAt = first.length + holeBytes
  const second = Buffer.concat([local('Rain.wav', content.length, crc32(content)), content])
  const directoryAt = secondAt + second.length
  const directory = Buffer.concat([
    central('silence.wav', { bytes: holeBytes, checksum: 0, at: 0 }),
    central('Rain.wav', { bytes: content.length, checksum: crc32(content), at: secondAt }),
  ])
  const end64 = Buffer.alloc(56)
  end64.write('PK\x06\x06', 'latin1')
  end64.writeBigUInt64LE(44n, 4)
  end64.writeBigUInt64LE(2n, 24)
  end64.writeBigUInt64LE(2n, 32)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(directoryAt), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(directoryAt + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.fill(0xff, 8, 20)
  const file = await open(path, 'w')
  try {
    await file.write(first, 0, first.length, 0)
    const rest = Buffer.concat([second, directory, end64, locator, end])
    await file.write(rest, 0, rest.length, secondAt)
  } finally {
    await file.close()
  }
}

function large64(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return extra
}
