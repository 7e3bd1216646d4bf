import { type TableField, type TableMapping, tableFields } from '@spindle/contract'
import { spelled } from '../../../reports/index.ts'

/** Guesses what columns with other names mean. A guess is only shown: a person confirms it as a mapping. */

/** Common names of columns, the most telling first. */
export const synonyms: Readonly<Partial<Record<TableField, readonly string[]>>> = {
  externalId: [
    'external id',
    'release id',
    'product id',
    'album id',
    'custom id',
    'internal id',
    'reference',
    'release reference',
  ],
  upc: [
    'upc/ean',
    'ean/upc',
    'barcode',
    'upc code',
    'ean',
    'ean code',
    'gtin',
    'icpn',
    'album upc',
    'release upc',
    'product upc',
    'upc/ean/jan',
  ],
  catalogNumber: [
    'catalogue number',
    'catalog no',
    'catalogue no',
    'cat no',
    'cat number',
    'catalog',
    'catalog id',
    'release catalog number',
    'katalognummer',
  ],
  releaseTitle: [
    'album title',
    'release name',
    'album name',
    'album',
    'product title',
    'product name',
    'release',
    'album/release title',
    'albumtitel',
    'title',
  ],
  releaseVersion: ['album version', 'release title version', 'album title version', 'product version', 'version album'],
  releaseType: ['album type', 'release format', 'product type', 'type', 'format', 'album format'],
  releaseArtist: [
    'album artist',
    'primary artist',
    'release main artist',
    'release artists',
    'album artists',
    'primary artists',
    'main artist',
    'main artists',
    'artist',
    'artist name',
    'artists',
  ],
  displayArtist: ['release display artist', 'album display artist', 'artist display name', 'display artist name'],
  label: ['label name', 'record label', 'imprint', 'sublabel'],
  genre: ['primary genre', 'main genre', 'album genre', 'release genre', 'genre 1', 'genres'],
  subgenre: ['sub genre', 'secondary genre', 'genre 2', 'subgenre 1'],
  releaseLanguage: ['metadata language', 'language', 'album language', 'title language', 'release metadata language'],
  releaseExplicit: ['album explicit', 'release parental advisory'],
  releaseDate: [
    'digital release date',
    'street date',
    'album release date',
    'sale start date',
    'sales start date',
    'live date',
    'date',
  ],
  originalReleaseDate: ['orig release date', 'original date', 'first release date', 'original release'],
  pLine: [
    'p line',
    'p-line text',
    'p copyright',
    'phonographic copyright',
    'p line owner',
    'p copyright line',
    'pline owner',
  ],
  pLineYear: ['p year', 'p line year', 'production year', 'p copyright year', 'phonographic copyright year'],
  cLine: [
    'c line',
    'c-line text',
    'c copyright',
    'copyright',
    'copyright line',
    'c line owner',
    'c copyright line',
    'cline owner',
  ],
  cLineYear: ['c year', 'c line year', 'copyright year', 'c copyright year'],
  territories: ['territory', 'territory availability', 'territories to deliver', 'countries', 'release territories'],
  coverFile: [
    'cover',
    'cover art',
    'artwork',
    'artwork file',
    'artwork file name',
    'cover art file',
    'cover file name',
    'album art filename',
    'image file',
    'cover filename',
  ],
  disc: ['disc number', 'disc no', 'disk', 'disk number', 'volume', 'cd number', 'volume number', 'cd'],
  track: [
    'track number',
    'track no',
    'track #',
    'track position',
    'position',
    'sequence',
    'track sequence',
    'no',
    'number',
  ],
  trackTitle: ['song title', 'track name', 'recording title', 'song name', 'song', 'name', 'title', 'titel'],
  trackVersion: [
    'track title version',
    'mix version',
    'mix title',
    'mixtitle / version',
    'recording version title',
    'track mix',
    'version',
    'mix name',
  ],
  trackArtist: [
    'track primary artist',
    'track main artist',
    'track artists',
    'song artist',
    'track artist name',
    'artist',
    'artists',
  ],
  featured: [
    'featured artist',
    'featured artists',
    'featuring',
    'featuring artist',
    'feat',
    'track featured artist',
    'track featured artists',
  ],
  remixer: ['remixers', 'remix artist', 'remixed by'],
  composer: ['composers', 'songwriter', 'songwriters', 'song writer', 'writer', 'writers', 'written by', 'komponist'],
  lyricist: ['lyricists', 'author', 'authors', 'lyrics by'],
  producer: ['producers', 'produced by'],
  isrc: ['isrc code', 'track isrc', 'recording isrc'],
  iswc: ['iswc code', 'work iswc'],
  trackLanguage: [
    'lyrics language',
    'audio language',
    'language of lyrics',
    'vocal language',
    'track metadata language',
  ],
  trackExplicit: [
    'explicit',
    'parental advisory',
    'advisory',
    'explicit content',
    'explicit lyrics',
    'parental warning',
    'track explicit lyrics',
  ],
  instrumental: ['is instrumental', 'no lyrics'],
  audioFile: [
    'audio',
    'file',
    'file name',
    'filename',
    'audio file name',
    'audio filename',
    'track filename',
    'wav',
    'wav file',
    'wav filename',
    'master file',
  ],
  sha256: ['sha 256', 'hash', 'checksum'],
}

/** For columns without a meaning: the field, if no other column has it. One column fills one field. */
export function suggestColumns(
  free: ReadonlyMap<number, string>,
  known: ReadonlyMap<TableField, number>,
): ReadonlyMap<TableField, number> {
  const left = new Map([...free].map(([place, name]) => [spelled(name), place]))
  const guessed = new Map<TableField, number>()
  for (const field of tableFields) {
    if (known.has(field)) continue
    const name = [field, ...(synonyms[field] ?? [])].map(spelled).find((one) => left.has(one))
    const place = name === undefined ? undefined : left.get(name)
    if (name === undefined || place === undefined) continue
    guessed.set(field, place)
    left.delete(name)
  }
  return guessed
}

/** Null if nothing is guessed. What is known is in it too, so that it can be sent as it is. */
export function toSuggestion(
  head: readonly string[],
  {
    places,
    guessed,
  }: { readonly places: ReadonlyMap<TableField, number>; readonly guessed: ReadonlyMap<TableField, number> },
): TableMapping | null {
  if (guessed.size === 0) return null
  const placed = tableFields.flatMap((field) => {
    const name = head[places.get(field) ?? guessed.get(field) ?? -1]
    return name === undefined || name.length > 200 ? [] : [[field, name] as const]
  })
  return { columns: Object.fromEntries(placed) }
}
