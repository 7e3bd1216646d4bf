import sharp from 'sharp'
import { encodeWav, synthesise } from '../../src/cli/synthesis/index.ts'
import { call } from './api-client.ts'
import { eventually } from './eventually.ts'
import { releaseMetadata, trackMetadata } from './release-metadata.ts'

/** Real files and whole releases over HTTP, for tests that only use a hub's address. */

/** Made once per process, as nearly every test file needs the same ones: a master takes half a second. */
const made = new Map<string, Buffer | Promise<Buffer>>()
const maxMade = 8

function remember<T extends Buffer | Promise<Buffer>>(name: string, make: () => T): T {
  const known = made.get(name) as T | undefined
  if (known) return known
  const [oldest] = made.keys()
  if (made.size >= maxMade && oldest !== undefined) made.delete(oldest)
  const fresh = make()
  made.set(name, fresh)
  return fresh
}

/** A master that passes every check of audio; `seed` makes it differ from others. */
export const masterWav = (seed: number, seconds = 31): Buffer =>
  Buffer.from(
    remember(`master ${seed} ${seconds}`, () =>
      Buffer.from(encodeWav(synthesise({ seconds, seed, sampleRate: 44_100 }))),
    ),
  )

/** The shortest master that passes every check of a track: four seconds of 16 bits, below 1 MiB. */
export const shortMaster = (seed: number): Buffer =>
  Buffer.from(
    remember(`short master ${seed}`, () => {
      const { channels, ...audio } = synthesise({ seconds: 4, seed, sampleRate: 44_100 })
      const shorter = channels.map((samples) => samples.map((sample) => sample >> 8))
      return Buffer.from(encodeWav({ ...audio, bitDepth: 16, channels: shorter }))
    }),
  )

export const coverJpeg = async (side = 3_000): Promise<Buffer> =>
  Buffer.from(
    await remember(`cover ${side}`, () =>
      sharp({ create: { width: side, height: side, channels: 3, background: '#24506b' } })
        .jpeg({ quality: 60 })
        .toBuffer(),
    ),
  )

/** The same in CMYK, for print, which screens show wrongly. */
export const coverCmyk = (): Promise<Buffer> =>
  sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#24506b' } })
    .toColourspace('cmyk')
    .jpeg({ quality: 60 })
    .toBuffer()

export interface Hub {
  readonly url: string
  readonly key: string
}

/** Stores a file in one request and waits for the verdict; returns the id. */
export async function storeFile({ url, key }: Hub, contentType: string, bytes: Buffer): Promise<string> {
  const response = await fetch(`${url}/api/v1/distributor/uploads`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'x-api-key': key },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`storing a file answered ${response.status}: ${text}`)
  const { id } = JSON.parse(text) as { id: string }
  await eventually(
    async () => {
      const { body } = await call(url, 'GET', `/api/v1/distributor/uploads/${id}`, { key })
      if (body.status === 'rejected') throw new Error(`rejected: ${JSON.stringify(body.findings)}`)
      return body.status === 'ready' || undefined
    },
    { what: `upload ${id} to be analysed` },
  )
  return id
}

export interface SubmittableOptions {
  readonly title: string
  readonly uploadId: string
  readonly coverUploadId: string
  /** Determines the UPC; a different one for every release of an account. */
  readonly serial: number
}

/** A single without findings; several may share one recording. */
export const submittableRelease = ({ title, uploadId, coverUploadId, serial }: SubmittableOptions) => ({
  ...releaseMetadata(serial),
  title,
  type: 'single',
  coverUploadId,
  tracks: [{ title: 'Song 1', uploadId, ...trackMetadata(1) }],
})

/** The release once it is live at every outlet. */
export const untilLive = ({ url, key }: Hub, releaseId: string, timeoutMs = 120_000) =>
  eventually(
    async () => {
      const { body } = await call(url, 'GET', `/api/v1/music-distributor/releases/${releaseId}`, { key })
      return body.status === 'live' && body.deliverySummary.pending === 0 ? body : undefined
    },
    { what: `release ${releaseId} to be live`, timeoutMs, intervalMs: 50 },
  )
