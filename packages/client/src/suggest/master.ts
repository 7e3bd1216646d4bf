import type { readAudioHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import type { NameGuess } from './split-names.ts'

/** What is known of the files of a delivery before any of them is sent. */

/** A file of a folder, on disk or in a page. */
export interface DeliveryFile {
  /** Below the folder, with `/`, in NFC, so that names written on any system compare equal. */
  readonly name: string
  readonly size: number
  /** The number of the disc folder it is in. */
  readonly disc: number | undefined
}

/** What the header promises; undefined if it has no value. Only the hub decodes the audio. */
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
  /** Values that were read as one name or several. */
  readonly guesses?: readonly NameGuess[] | undefined
  /** Their letters are a guess: the bytes are not UTF-8 and were read as Windows-1252. */
  readonly isGuessed?: boolean | undefined
}

/** Of a file that has none, or none that can be read. */
export const noTags: MasterTags = { artists: [], composers: [], lyricists: [], isCompilation: false }

/** A master as its header and tags describe it. */
export interface Master<File extends DeliveryFile = DeliveryFile> {
  readonly file: File
  readonly format: MasterFormat | undefined
  readonly tags: MasterTags
  /** Why the hub will reject the file, as far as the header shows. */
  readonly unusable: UnusableMedia | undefined
}
