import { expect } from 'vitest'
import type { TestHub } from '../../../server/test/harness/hub.ts'
import { gtin13 } from '../../../server/test/harness/releases.ts'
import { coverJpeg, masterWav } from '../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'

/** An EP of three masters that nothing stands against, and the proof that it was delivered once and bit by bit. */

export const propertyToken = 'a-token-of-the-property-long-enough-for-a-hub'

/** A request for it; the uploads are added by who delivers it. */
export const epMetadata = {
  title: 'Night Drive',
  type: 'ep',
  label: 'Blue Lamp',
  upc: gtin13(1),
  contributors: [
    { name: 'Ada', role: 'main_artist' },
    { name: 'Ada Lovelace', role: 'songwriter' },
  ],
  pLine: { year: 2026, text: 'Blue Lamp' },
  cLine: { year: 2026, text: 'Blue Lamp' },
  genre: 'pop',
  language: 'en',
  explicit: 'not_explicit',
  releaseDate: '2026-05-01',
  originalReleaseDate: '2026-05-01',
  tracks: [1, 2, 3].map((position) => ({
    title: `Song ${position}`,
    isrc: `ZZABC260000${position}`,
    language: 'en',
    composition: 'original',
    explicit: 'not_explicit',
    containsSamples: false,
  })),
}

/** File name -> bytes. */
export const epFiles = async (): Promise<Map<string, Buffer>> =>
  new Map([
    ['1.wav', masterWav(1)],
    ['2.wav', masterWav(2)],
    ['3.wav', masterWav(3)],
    ['cover.jpg', await coverJpeg()],
  ])

interface Delivered {
  /** What the client answered in the end. */
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts on its literal shape
  readonly release: any
  readonly files: ReadonlyMap<string, Buffer>
}

/** The account of the key has this live release and no other, no upload too many, and its audio is the masters. */
export async function expectDelivered(hub: TestHub, key: string, { release, files }: Delivered): Promise<void> {
  expect(release).toMatchObject({ status: 'live', title: 'Night Drive', tracks: [{}, {}, {}] })
  const releases = await hub.json('GET', '/api/v1/music-distributor/releases', { key })
  expect(releases.body.data.map(({ id }: { id: string }) => id)).toEqual([release.id])
  const uploads = await hub.json('GET', '/api/v1/distributor/uploads', { key })
  const digests = Array.from(files.values(), (bytes) => sha256(bytes))
  expect(uploads.body.data.map((upload: { sha256: string }) => upload.sha256).sort()).toEqual(digests.sort())
  for (const [index, { id }] of release.tracks.entries()) {
    const authorization = `Bearer ${propertyToken}`
    const audio = await hub.request(`/api/integration/tracks/${id}/audio`, { headers: { authorization } })
    const master = files.get(`${index + 1}.wav`) ?? Buffer.alloc(0)
    expect(sha256(new Uint8Array(await audio.arrayBuffer()))).toBe(sha256(master))
  }
}
