import { sanitizeText } from '../../output/terminal-output.ts'
import { hasAudioSignature } from './audio-signature.ts'
import { extensionOf } from './file-kind.ts'
import type { FolderFile } from './read-folder.ts'

/** Header and tags of a master. A file that cannot be read so is no failure of the command: what is wrong is said with it. */

/** What the header promises; undefined where it says nothing. Only the hub decodes the audio. */
export interface MasterFormat {
  readonly container: 'wav' | 'aiff' | 'flac' | 'mp3'
  readonly sampleRate: number | undefined
  readonly bitDepth: number | undefined
  readonly channels: number | undefined
  readonly durationMs: number | undefined
}

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

export interface Master {
  readonly file: FolderFile
  readonly format: MasterFormat | undefined
  readonly tags: MasterTags
  /** `foreign`: no format a master can have. `unreadable`: one of them, but its header could not be read. */
  readonly problem: 'empty' | 'foreign' | 'unreadable' | undefined
}

/** A header that takes longer than this is made to hurt. */
const longestReadMs = 15_000

const noTags: MasterTags = { artists: [], composers: [], lyricists: [], isCompilation: false }

export async function readMaster(file: FolderFile, signal: AbortSignal): Promise<Master> {
  const without = (problem: Master['problem']): Master => ({ file, format: undefined, tags: noTags, problem })
  if (file.size === 0) return without('empty')
  if (!(await hasAudioSignature(file.path))) return without('foreign')
  try {
    const metadata = await inTime(parse(file.path), signal)
    const format = formatOf(file, metadata.format)
    return format ? { file, format, tags: tagsOf(commonTagsOf(metadata)), problem: undefined } : without('unreadable')
  } catch (error) {
    signal.throwIfAborted()
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== undefined && code !== undefined) throw error
    return without('unreadable')
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
  if (native['exif'] === undefined) return common
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

const containers: readonly (readonly [RegExp, MasterFormat['container']])[] = [
  [/^(wave|riff|rf64|bw64)/i, 'wav'],
  [/^(aiff|aifc)/i, 'aiff'],
  [/^flac/i, 'flac'],
  [/^mpeg/i, 'mp3'],
]

function formatOf(file: FolderFile, format: Metadata['format']): MasterFormat | undefined {
  const container = containers.find(([name]) => name.test(format.container ?? ''))?.[1]
  // An MPEG parser takes almost anything for MP3 once the name says so.
  if (container === undefined || (container === 'mp3' && extensionOf(file.name) !== 'mp3')) return undefined
  const { sampleRate, bitsPerSample, numberOfChannels, duration } = format
  return {
    container,
    sampleRate: positive(sampleRate),
    bitDepth: container === 'mp3' ? undefined : positive(bitsPerSample),
    channels: positive(numberOfChannels),
    durationMs: duration === undefined || !Number.isFinite(duration) ? undefined : Math.round(duration * 1000),
  }
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined

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
