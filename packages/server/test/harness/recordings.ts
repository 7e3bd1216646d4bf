import { gtin13 } from './release-metadata.ts'
import type { ReleaseFixture } from './releases.ts'

type UploadId = `upl_${string}`

let barcode = 0
/** A UPC that no other release of the tests has. */
export const nextUpc = (): string => gtin13(700_000 + ++barcode)

/** A release of these uploads; an ISRC is entered where one is given. */
export async function bodyOf(
  fixture: ReleaseFixture,
  tracks: readonly (readonly [uploadId: UploadId, isrc?: string | undefined])[],
  changes: object = {},
) {
  const body = await fixture.body({ upc: nextUpc(), ...changes }, tracks.length)
  return {
    ...body,
    tracks: body.tracks.map(({ isrc: _isrc, ...track }, index) => {
      const [uploadId, isrc] = tracks[index] ?? []
      return { ...track, uploadId, ...(isrc !== undefined && { isrc }) }
    }),
  }
}
