import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { sftpTransport } from '../../src/features/interchange/transports/sftp-transport.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { startSftpStub } from '../harness/sftp-stub.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'

const { signal } = new AbortController()

/** The bytes in chunks of all lengths. */
function inChunks(bytes: Buffer, random: Random, most: number): Readable {
  const chunks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += chunks.at(-1)?.length ?? 0)
    chunks.push(bytes.subarray(start, start + random.integer(1, most)))
  return Readable.from(chunks)
}

describe.skipIf(isSshdMissing())('a file on its way to OpenSSH', () => {
  let sshd: Sshd
  beforeAll(async () => {
    sshd = await startSshd()
  })

  // Around the end of a block, and more than is sent at a time.
  it.each([0, 1, 229_346, 229_347, 229_348, 458_695, 5_000_011])('arrives whole with %i bytes', async (size) => {
    const random = createRandom(size)
    const bytes = random.bytes(size)
    const transport = sftpTransport({ ...sshd, directory: sshd.folder }, { privateKey: sshd.privateKey }, signal)
    for (const most of [1_000, 65_536, 1_000_000]) {
      await transport.putStream('a', inChunks(bytes, random, most), signal)
      expect((await readFile(join(sshd.folder, 'a'))).equals(bytes)).toBe(true)
    }
    await transport.close()
  })
})

describe('a file on its way by SFTP', () => {
  it.each([
    ['takes one packet at once', 'Other_1.0', { underWay: 64, blockBytes: 31_952 }],
    ['takes seven packets at once', 'OpenSSH_7.4', { underWay: 9, blockBytes: 229_347 }],
  ])('to a server that %s has 2 MiB under way, in whole packets', async (_, ident, { underWay, blockBytes }) => {
    const server = await startSftpStub({ ident, underWay })
    const bytes = createRandom(1).bytes(3 * underWay * blockBytes - 7)
    const transport = sftpTransport({ ...server, directory: '/' }, { privateKey: server.privateKey }, signal)
    await transport.putStream('a', inChunks(bytes, createRandom(2), 100_000), signal)
    await transport.close()
    const lengths = server.writes.map(({ data }) => data.length)
    expect(lengths).toEqual([...Array<number>(3 * underWay - 1).fill(blockBytes), blockBytes - 7])
    const arrived = Buffer.alloc(bytes.length)
    for (const { position, data } of server.writes) data.copy(arrived, position)
    expect(arrived.equals(bytes)).toBe(true)
  })
})
