/** What a file of the folder is for, only by its name; its bytes decide later what it really is. */

export type FileKind = 'master' | 'foreignAudio' | 'image' | 'manifest' | 'ignored' | 'unknown'

const kinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['master', ['wav', 'wave', 'aif', 'aiff', 'aifc', 'flac', 'mp3']],
  ['foreignAudio', ['m4a', 'aac', 'ogg', 'oga', 'opus', 'wma', 'ape', 'wv', 'alac', 'dsf', 'dff', 'caf', 'w64', 'mp4']],
  ['image', ['jpg', 'jpeg', 'png', 'webp', 'tif', 'tiff']],
  ['ignored', ['m3u', 'm3u8', 'pls', 'xspf', 'cue', 'log', 'sfv', 'md5', 'ffp', 'accurip']],
]

const byExtension = new Map(kinds.flatMap(([kind, extensions]) => extensions.map((extension) => [extension, kind])))

const manifestNames: ReadonlySet<string> = new Set(['release.json', 'release.yaml', 'release.yml'])
const systemNames: ReadonlySet<string> = new Set(['thumbs.db', 'desktop.ini', '__macosx'])

export function detectFileKind(name: string): FileKind {
  const lower = name.toLowerCase()
  if (isHidden(name)) return 'ignored'
  if (manifestNames.has(lower)) return 'manifest'
  return byExtension.get(extensionOf(lower)) ?? 'unknown'
}

/** Files of the system, and those that systems hide: `.DS_Store`, `._01 Opening.wav`. */
export const isHidden = (name: string): boolean => name.startsWith('.') || systemNames.has(name.toLowerCase())

/** `wav` of `01 Opening.WAV`; empty without one. */
export const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const discFolder = /^(?:cd|dis[ck]|disque|lp|volume|vol\.?)[\s._-]*0*([1-9]\d?)(?:\D.*)?$/iu

/** The number of a disc folder: 2 for `CD2`, `Disc 02`, `Disk_2 - Live`; undefined for any other. */
export function parseDiscFolder(name: string): number | undefined {
  const number = discFolder.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}
