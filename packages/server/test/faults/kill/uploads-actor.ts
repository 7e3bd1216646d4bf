import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeWav } from '../../../src/cli/synthesis/index.ts'
import { call, listAll, Unanswered } from '../../harness/api-client.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Random } from '../../harness/random.ts'
import { askTusOffset, createTusUpload, patchTus, TusError } from '../../harness/tus-client.ts'
import { type Actor, createTouched, promised, type Target } from './actor.ts'

const path = '/api/v1/distributor/uploads'

interface KnownUpload {
  readonly filename: string
  readonly file: Buffer
  readonly idempotencyKey: string | undefined
  id?: string
  /** The offset that the hub acknowledged: never less from then on. */
  acknowledgedBytes: number
  /** The number of bytes sent: the hub cannot have more. */
  sentBytes: number
}

/** Uploads files in pieces over tus. Acknowledged bytes exist, no other bytes exist, and whole files are exact. */
export function createUploadsActor(random: Random): Actor {
  const uploads = createTouched<KnownUpload>(random)
  let acknowledged = 0

  async function create({ url, key }: Target, entry: KnownUpload): Promise<void> {
    const { filename, file, idempotencyKey } = entry
    const created = await unlessGone(
      createTusUpload(url, key, {
        size: file.length,
        filename,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      }),
    )
    uploads.touch(entry).id = created.uploadId
    acknowledged++
  }

  async function patch({ url, key }: Target, entry: KnownUpload, uploadId: string): Promise<void> {
    const offset = await askOffset(url, key, entry, uploadId)
    if (offset === entry.file.length) return
    const bytes = entry.file.subarray(offset, offset + random.integer(1, entry.file.length / 2))
    entry.sentBytes = Math.max(entry.sentBytes, offset + bytes.length)
    entry.acknowledgedBytes = await unlessGone(patchTus(url, key, { uploadId, offset, bytes }))
    uploads.touch(entry)
    acknowledged++
    promised(entry.acknowledgedBytes === offset + bytes.length, 'PATCH answers the new offset', entry.acknowledgedBytes)
  }

  async function askOffset(url: string, key: string, entry: KnownUpload, uploadId: string): Promise<number> {
    const offset = await unlessGone(askTusOffset(url, key, uploadId))
    promised(
      offset >= entry.acknowledgedBytes,
      `${uploadId} has the ${entry.acknowledgedBytes} bytes that were acknowledged`,
      offset,
    )
    promised(
      offset <= entry.sentBytes,
      `${uploadId} has no more than the ${entry.sentBytes} bytes that were sent`,
      offset,
    )
    entry.acknowledgedBytes = offset
    return offset
  }

  async function verify(target: Target, entry: KnownUpload): Promise<void> {
    if (entry.id === undefined) return
    if ((await askOffset(target.url, target.key, entry, entry.id)) === entry.file.length)
      await verifyWhole(target, entry, entry.id)
  }

  const unanswered = (): KnownUpload[] =>
    uploads.all.filter(({ id, idempotencyKey }) => id === undefined && idempotencyKey !== undefined)

  return {
    name: 'uploads',
    acknowledged: () => acknowledged,
    async step(target) {
      const [pending] = unanswered()
      const open = uploads.all.find(
        ({ id, file, acknowledgedBytes }) => id !== undefined && acknowledgedBytes < file.length,
      )
      if (pending) await create(target, pending)
      else if (open?.id !== undefined) await patch(target, open, open.id)
      else await create(target, uploads.add(newUpload(random)))
    },
    async verifyRecent(target) {
      for (const entry of uploads.takeSample(3)) await verify(target, entry)
    },
    async verifyAll(target) {
      for (const entry of unanswered()) await create(target, entry)
      for (const entry of uploads.all) {
        while (entry.id !== undefined && entry.acknowledgedBytes < entry.file.length)
          await patch(target, entry, entry.id)
        await verify(target, entry)
      }
      const listed: string[] = (await listAll(target.url, path, { key: target.key })).map(({ filename }) => filename)
      for (const { filename, id } of uploads.all) {
        const count = listed.filter((other) => other === filename).length
        promised(id === undefined ? count <= 1 : count === 1, `${filename} is there once`, count)
      }
      for (const { id } of uploads.all) if (id !== undefined) await untilAnalysed(target, id)
    },
  }
}

/** Quiet noise: short enough that its analysis does not delay the others. */
function newUpload(random: Random): KnownUpload {
  const left = Int32Array.from({ length: random.integer(8_000, 40_000) }, () => random.integer(-900, 900))
  return {
    filename: `${random.word(16)}.wav`,
    file: Buffer.from(encodeWav({ sampleRate: 44_100, bitDepth: 16, channels: [left, left.toReversed()] })),
    idempotencyKey: random.chance(0.7) ? random.word(24) : undefined,
    acknowledgedBytes: 0,
    sentBytes: 0,
  }
}

async function verifyWhole({ url, key, dataDir }: Target, { file }: KnownUpload, id: string): Promise<void> {
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { body } = await call(url, 'GET', `${path}/${id}`, { key })
  promised(body.sha256 === sha256 && body.offset === file.length, `${id} is whole and has its SHA-256`, body)
  const stored = await readFile(join(dataDir, 'uploads', 'complete', id.slice(-2), id))
  promised(stored.equals(file), `${id} is bit-exact on the disk`)
}

/** Analysis is a job: a crash must not leave it undone. */
const untilAnalysed = ({ url, key }: Target, id: string) =>
  eventually(
    async () => {
      const { body } = await call(url, 'GET', `${path}/${id}`, { key })
      return body.status === 'ready' || body.status === 'rejected' || undefined
    },
    { what: `upload ${id} to be analysed after the crashes`, intervalMs: 100 },
  )

/** A lost connection and "not now" leave the outcome unknown; every other refusal is a failure of the test. */
const unlessGone = <T>(promise: Promise<T>): Promise<T> =>
  promise.catch((error: unknown) => {
    if (error instanceof TusError && error.status !== 503) throw error
    throw new Unanswered('tus', error instanceof TusError ? error.status : undefined, error)
  })
