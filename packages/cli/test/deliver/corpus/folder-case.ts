import { applyMergePatch } from '@spindle/contract'
import { releaseMetadata, trackMetadata } from '../../../../server/test/harness/release-metadata.ts'
import { sha256 } from '../../../../server/test/harness/uploads.ts'
import type { Files } from '../make-folder.ts'
import { buildWav } from './build-wav.ts'

/** What the hub finds in the decoded audio of one file and no header contains; it is the only finding of that file. */
export interface DecodedFindings {
  readonly pointer: string
  readonly codes: readonly string[]
}

/** A folder of the corpus. */
export interface FolderCase {
  readonly name: string
  readonly files: Files
  readonly onlyDecoded?: DecodedFindings | undefined
}

/** Two songs, the same in every folder of good masters: the hub then analyses each of them once. */
const songs = [buildWav({ seed: 1, seconds: 5 }), buildWav({ seed: 2, seconds: 5 })] as const

export interface Changes {
  /** Merge patch of release.json; null takes a member away. */
  readonly release?: object
  /** One merge patch for each track, in order. */
  readonly tracks?: readonly object[]
  readonly trackCount?: number
}

const today = Date.now()
/** `YYYY-MM-DD`, so many days from now. */
export const dayAhead = (days: number): string => new Date(today + days * 86_400_000).toISOString().slice(0, 10)

/** One recording, one ISRC: folders of the same song never seem to contradict each other. */
const isrcOf = (master: Uint8Array): string =>
  trackMetadata(Number.parseInt(sha256(master).slice(0, 8), 16) % 100_000).isrc

const releaseDates = { releaseDate: dayAhead(60), originalReleaseDate: dayAhead(60) }

/** A folder without findings except the length of its songs, changed. */
export function metadataCase(name: string, cover: Buffer, changes: Changes = {}): FolderCase {
  const { release = {}, tracks = [], trackCount = 2 } = changes
  const masters = songs.slice(0, trackCount)
  const manifest = {
    ...releaseMetadata(1),
    ...releaseDates,
    type: 'single',
    aiUsage: { vocals: 'none' },
    cover: 'cover.jpg',
    tracks: masters.map((master, index) =>
      applyMergePatch(
        {
          ...trackMetadata(1),
          file: `0${index + 1} Song.wav`,
          title: ['Harbour Lights', 'Slow Tide'][index],
          isrc: isrcOf(master),
        },
        tracks[index] ?? {},
      ),
    ),
  }
  return {
    name,
    files: {
      ...Object.fromEntries(masters.map((master, index) => [`0${index + 1} Song.wav`, master])),
      'cover.jpg': cover,
      'release.json': JSON.stringify(applyMergePatch(manifest, release)),
    },
  }
}

/** The master that is odd. */
export interface OddMaster {
  readonly file: string
  readonly bytes: Buffer
  /** What only the hub finds in it. */
  readonly decodedCodes?: readonly string[]
}

/** The same folder with one more master, which may be anything. */
export function masterCase(name: string, cover: Buffer, { file, bytes, decodedCodes }: OddMaster): FolderCase {
  const base = metadataCase(name, cover)
  const manifest = JSON.parse(String(base.files['release.json'])) as { tracks: object[] }
  const track = {
    ...trackMetadata(1),
    file,
    title: 'Northern Window',
    isrc: isrcOf(Buffer.concat([bytes, Buffer.from(name)])),
  }
  return {
    name,
    files: {
      ...base.files,
      [file]: bytes,
      'release.json': JSON.stringify({ ...manifest, tracks: [...manifest.tracks, track] }),
    },
    onlyDecoded: decodedCodes && { pointer: '/tracks/2/uploadId', codes: decodedCodes },
  }
}

/** The same folder with another cover. */
export function coverCase(name: string, file: string, bytes: Buffer): FolderCase {
  const { 'cover.jpg': cover, ...files } = metadataCase(name, bytes).files
  const manifest = JSON.parse(String(files['release.json'])) as object
  return {
    name,
    files: { ...files, [file]: cover ?? bytes, 'release.json': JSON.stringify({ ...manifest, cover: file }) },
  }
}
