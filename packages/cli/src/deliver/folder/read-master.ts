import { readAudioHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { FolderFile } from './read-folder.ts'
import { withByteSource } from './with-byte-source.ts'

/** Header and tags of a master. A file that cannot be read so is no failure of the command: what is wrong is said with it. */

/** What the header promises; undefined where it says nothing. Only the hub decodes the audio. */
export type MasterFormat = ReturnType<typeof readAudioHeader>

/** Tags by what they mean, whichever format has them. */
export interface MasterTags {
  readonly title?: string | undefined
  readonly artists: readonly string[]
  readonly albumArtist?: string | undefined
  readonly album?: string | undefined
  readonly number?: number | undefined
  readonly disc?: number | undefined
  readonly isrc?: string | undefined
  readonly upc?: string | undefined
  readonly label?: string | undefined
  readonly date?: string | undefined
  readonly genre?: string | undefined
  readonly composers: readonly string[]
  readonly lyricists: readonly string[]
  readonly copyright?: string | undefined
  readonly isCompilation: boolean
}

/** A master as its header and tags describe it. */
export interface Master {
  readonly file: FolderFile
  readonly format: MasterFormat | undefined
  readonly tags: MasterTags
  /** Why the hub will reject the file, as far as the header tells. */
  readonly unusable: UnusableMedia | undefined
}

/** A header that takes longer than this is made to hurt. */
const longestReadMs = 15_000

const noTags: MasterTags = { artists: [], composers: [], lyricists: [], isCompilation: false }

export async function readMaster(file: FolderFile, signal: AbortSignal): Promise<Master> {
  const header = readHeader(file)
  const tags = header.unusable?.code === 'empty_file' ? noTags : await readTags(file, signal)
  return { file, tags, ...header }
}

/** The hub reads headers by the same code. */
function readHeader({ path }: FolderFile): Pick<Master, 'format' | 'unusable'> {
  try {
    return { format: withByteSource(path, readAudioHeader), unusable: undefined }
  } catch (error) {
    if (error instanceof UnusableMedia) return { format: undefined, unusable: error }
    throw error
  }
}

/** Tags of a file nobody can read tags of are none. */
async function readTags(file: FolderFile, signal: AbortSignal): Promise<MasterTags> {
  try {
    return tagsOf(commonTagsOf(await inTime(parse(file.path), signal)))
  } catch (error) {
    signal.throwIfAborted()
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== undefined && code !== undefined) throw error
    return noTags
  }
}

async function parse(path: string) {
  const { parseFile } = await import('music-metadata')
  return parseFile(path, { skipCovers: true, duration: false })
}

type Metadata = Awaited<ReturnType<typeof parse>>

async function inTime(reading: Promise<Metadata>, signal: AbortSignal): Promise<Metadata> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestReadMs)])
  const tooLate = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('it takes too long')), { once: true })
  })
  return Promise.race([reading, tooLate])
}

/**
 * RIFF says that INFO is Latin-1; ffmpeg and most editors of today write UTF-8. Bytes that are valid UTF-8 beyond ASCII
 * are hardly ever meant as Latin-1.
 */
function commonTagsOf({ common, native }: Metadata): Metadata['common'] {
  if (native.exif === undefined) return common
  return JSON.parse(JSON.stringify(common), (_, value: unknown) =>
    typeof value === 'string' ? readAsUtf8(value) : value,
  ) as Metadata['common']
}

/** A text that was read as Latin-1, read as UTF-8 where its bytes allow it. */
function readAsUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.toString('latin1') !== text) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

function tagsOf(common: Metadata['common']): MasterTags {
  const artists = texts(common.artists ?? [common.artist ?? ''])
  return {
    title: text(common.title, 500),
    artists: artists.length > 0 ? artists : texts([common.artist ?? '']),
    albumArtist: text(common.albumartist),
    album: text(common.album, 500),
    number: inRange(common.track.no, 500),
    disc: inRange(common.disk.no, 99),
    isrc: text(common.isrc?.[0], 40),
    upc: text(common.barcode, 40),
    label: text(common.label?.[0]),
    date: text(common.date, 40),
    genre: text(common.genre?.[0], 64),
    composers: texts(common.composer ?? []),
    lyricists: texts(common.lyricist ?? []),
    copyright: text(common.copyright, 300),
    isCompilation: common.compilation === true,
  }
}

/** Tags are text of other people: one line, of a length a release can hold. */
function text(value: unknown, maxLength = 200): string | undefined {
  if (typeof value !== 'string') return undefined
  const cleaned = Array.from(sanitizeText(value).normalize('NFC').replace(/\s+/gu, ' ').trim())
    .slice(0, maxLength)
    .join('')
  return cleaned === '' ? undefined : cleaned
}

const texts = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.flatMap((value) => text(value) ?? []).slice(0, 50)),
]

const inRange = (value: number | null | undefined, max: number): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= max ? value : undefined
