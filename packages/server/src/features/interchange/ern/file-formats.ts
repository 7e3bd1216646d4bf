import type { Word } from './roles.ts'

/** The names that DDEX has for formats of files. */

export const containers: Readonly<Record<string, string>> = { wav: 'WAV', aiff: 'AIFF' }
export const codecOf = (codec: string): Word => {
  if (codec.startsWith('pcm')) return { value: 'PCM' }
  const known = { flac: 'FLAC', mp3: 'MP3', aac: 'AAC', vorbis: 'Vorbis' }[codec]
  return known === undefined ? { value: 'UserDefined', userDefined: codec.toUpperCase() } : { value: known }
}

/** Of what stores take. Covers of other formats are converted before. */
export const imageCodecs: Readonly<Record<string, string>> = { jpeg: 'JPEG', png: 'PNG' }
