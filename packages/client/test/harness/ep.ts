import { expect } from 'vitest'
import type { TestHub } from '../../../server/test/harness/hub.ts'
import { releaseMetadata, trackMetadata } from '../../../server/test/harness/release-metadata.ts'
import { sha256 } from '../../../server/test/harness/uploads.ts'

/** An EP of three masters without findings, and the proof that it was delivered once and bit by bit. */

export const propertyToken = 'a-token-of-the-property-long-enough-for-a-hub'

/** A request for it; the uploads are added by who delivers it. */
export const epMetadata = {
  ...releaseMetadata(1),
  type: 'ep' as const,
  tracks: [1, 2, 3].map((position) => ({ title: `Song ${position}`, ...trackMetadata(position) })),
}

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
