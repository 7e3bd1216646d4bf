import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { generateBackupKey, parseRecipient, parseSecretKey, recipientOf } from './backup-keys.ts'
import { openStream, SealBrokenError, sealedBytes, sealStream } from './seal.ts'

const keys = generateBackupKey()
const seal = (plain: Buffer, chunk = 10_000): Promise<Buffer> =>
  buffer(cut(plain, chunk).pipe(sealStream(parseRecipient(keys.recipient))))
const open = async (sealed: Buffer, secret = keys.secret, chunk = 70_000): Promise<Buffer> => {
  const stream = openStream(parseSecretKey(secret))
  cut(sealed, chunk).pipe(stream)
  return buffer(stream)
}
function cut(bytes: Buffer, chunk: number): Readable {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  )
  return Readable.from(chunks, { objectMode: false })
}
/** The same bytes each time. */
const bytesOf = (length: number): Buffer => {
  const parts: Buffer[] = []
  for (let at = 0; at * 32 < length; at++) parts.push(createHash('sha256').update(String(at)).digest())
  return Buffer.concat(parts).subarray(0, length)
}

describe('a sealed file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
    'of %i bytes opens as it was, and has the size that was said',
    async (length) => {
      const sealed = await seal(bytesOf(length))
      expect(sealed.length).toBe(sealedBytes(length))
      expect((await open(sealed)).equals(bytesOf(length))).toBe(true)
      expect((await open(sealed, keys.secret, 1_001)).equals(bytesOf(length))).toBe(true)
    },
  )

  it('shows nothing of what is in it, and is another one each time', async () => {
    const plain = Buffer.from('the name of a song that nobody knows yet')
    const sealed = await seal(plain)
    expect(sealed.includes(plain.subarray(0, 8))).toBe(false)
    expect(sealed.equals(await seal(plain))).toBe(false)
  })

  it('does not open for another key', async () => {
    await expect(open(await seal(bytesOf(100)), generateBackupKey().secret)).rejects.toThrow(SealBrokenError)
  })

  it('does not open when a bit was changed, the end is missing, or pieces were swapped', async () => {
    const sealed = await seal(bytesOf(200_000))
    for (const at of [3, 20, 60, 70_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(open(changed), `byte ${at}`).rejects.toThrow(SealBrokenError)
    }
    const piece = 65_536 + 16
    for (const length of [0, 20, 48, 48 + piece, 48 + 2 * piece, sealed.length - 1])
      await expect(open(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow(SealBrokenError)
    const [header, first, second, rest] = [
      sealed.subarray(0, 48),
      sealed.subarray(48, 48 + piece),
      sealed.subarray(48 + piece, 48 + 2 * piece),
      sealed.subarray(48 + 2 * piece),
    ]
    await expect(open(Buffer.concat([header, second, first, rest]))).rejects.toThrow(SealBrokenError)
    await expect(open(Buffer.concat([sealed, Buffer.from('more')]))).rejects.toThrow(SealBrokenError)
  })
})

describe('keys of backups', () => {
  it('report what is wrong with a text that is not a key', () => {
    expect(recipientOf(parseSecretKey(`${keys.secret}\n`))).toBe(keys.recipient)
    expect(() => parseRecipient(keys.secret)).toThrow('The public key of the backup is not valid')
    expect(() => parseSecretKey(keys.recipient)).toThrow('The file contains no secret key of a backup')
    expect(() => parseSecretKey('spindle-backup-secret-abc')).toThrow('The file contains no secret key of a backup')
  })
})
