import { normaliseGtin, parseGtin, parseIsrc } from '@spindle/contract/codes'
import { formatDuration } from '../../../output/format-units.ts'

/**
 * The catalog of another distributor beside that of the hub. Stores keep play counts, playlists and reviews of a
 * recording that arrives with the same ISRC, title, artist and length, and those of a release with the same UPC.
 */

/** A track in the table of the other distributor. Empty where the table says nothing. */
export interface OtherTrack {
  readonly line: number
  readonly upc: string
  readonly isrc: string
  readonly releaseTitle: string
  readonly trackTitle: string
  readonly artist: string
  readonly durationMs: number | undefined
}

/** A release of the hub. */
export interface OwnRelease {
  readonly id: string
  readonly title: string
  readonly displayArtist: string | null
  readonly upc: string | null
  readonly status: string
  readonly deliverySummary: { readonly total: number; readonly live: number }
  readonly tracks?:
    | readonly { readonly title: string; readonly isrc: string | null; readonly durationMs: number | null }[]
    | undefined
}

/** What differs. Codes that end in `_differs` for titles, artists and lengths are warnings. */
export type MoveFindingCode =
  | 'code_unreadable'
  | 'release_missing'
  | 'upc_differs'
  | 'track_missing'
  | 'isrc_differs'
  | 'title_differs'
  | 'artist_differs'
  | 'length_differs'

/** What would make stores count plays from the start. */
export interface MoveFinding {
  readonly line: number
  readonly releaseId: string | null
  readonly code: MoveFindingCode
  /** Stores would count plays anew: an error. */
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** The result of a comparison. */
export interface ComparedCatalogs {
  readonly findings: readonly MoveFinding[]
  /** Releases of the table that are in the hub without an error, by their UPC. */
  readonly matching: readonly OwnRelease[]
  /** Releases of the hub that the table does not name. */
  readonly notInTable: readonly OwnRelease[]
}

/** Stores accept so much between two masters of one recording. */
const toleranceMs = 5_000

type OwnTrack = NonNullable<OwnRelease['tracks']>[number]

/** Pure. Rows of the table are matched by UPC and ISRC; deleted releases of the hub are not in `own`. */
export function compareCatalogs(table: readonly OtherTrack[], own: readonly OwnRelease[]): ComparedCatalogs {
  const byUpc = new Map(
    own.flatMap((release) => (release.upc === null ? [] : [[keyOf(release.upc), release] as const])),
  )
  const byIsrc = Map.groupBy(
    own.flatMap((release) => (release.tracks ?? []).map((track) => ({ release, track }))),
    ({ track }) => track.isrc,
  )
  const rows = Map.groupBy(table, ({ upc }) => keyOf(upc))
  const firstRows = new Set([...rows.values()].map(([first]) => first))
  const findings = table.flatMap((row) => compareRow(row, { byUpc, byIsrc, isFirst: firstRows.has(row) }))
  const failed = new Set(findings.filter(({ severity }) => severity === 'error').map(({ line }) => line))
  return {
    findings,
    matching: [...byUpc]
      .filter(([upc]) => rows.get(upc)?.every(({ line }) => !failed.has(line)))
      .map(([, release]) => release),
    notInTable: own.filter(({ upc }) => upc === null || !rows.has(keyOf(upc))),
  }
}

/** The code as it compares equal, also where a spreadsheet has removed zeros from its start. */
const keyOf = (upc: string): string | undefined => parseGtin(/^\d{10,11}$/.test(upc) ? upc.padStart(12, '0') : upc)

type Finding = Pick<MoveFinding, 'code' | 'severity' | 'message'>

interface Comparing {
  readonly byUpc: ReadonlyMap<string | undefined, OwnRelease>
  readonly byIsrc: ReadonlyMap<string | null, readonly { readonly release: OwnRelease; readonly track: OwnTrack }[]>
  /** The first row with its UPC: findings about the release are told once. */
  readonly isFirst: boolean
}

function compareRow(row: OtherTrack, { byUpc, byIsrc, isFirst }: Comparing): readonly MoveFinding[] {
  const [upc, isrc] = [keyOf(row.upc), parseIsrc(row.isrc)]
  const at = (release: OwnRelease | undefined, findings: readonly Finding[]): readonly MoveFinding[] =>
    findings.map((finding) => ({ line: row.line, releaseId: release?.id ?? null, ...finding }))
  if (upc === undefined) return at(undefined, [unreadable('UPC', row.upc)])
  if (isrc === undefined) return at(undefined, [unreadable('ISRC', row.isrc)])
  const release = byUpc.get(upc)
  const places = byIsrc.get(isrc) ?? []
  const place = places.find((one) => one.release === release) ?? places[0]
  if (!release) return isFirst ? at(place?.release, [withoutRelease(row, place?.release)]) : []
  const found = place?.release === release ? place.track : undefined
  if (found) return at(release, [...(isFirst ? compareRelease(row, release) : []), ...compareTrack(row, found)])
  const namesake = release.tracks?.find(({ title }) => fold(title) === fold(row.trackTitle))
  return at(release, [withoutTrack(row, isrc, namesake)])
}

const unreadable = (name: string, code: string): Finding => ({
  code: 'code_unreadable',
  severity: 'error',
  message:
    code === ''
      ? `The row has no ${name}. Add it: without it, nothing can be compared.`
      : `"${code}" is not a valid ${name}. Format the column as text and export the table again.`,
})

const withoutRelease = ({ upc: written, releaseTitle }: OtherTrack, other: OwnRelease | undefined): Finding => {
  const upc = normaliseGtin(written) ?? written
  return other
    ? {
        code: 'upc_differs',
        severity: 'error',
        message: `The recording is on "${other.title}" with ${other.upc === null ? 'no UPC' : `UPC ${other.upc}`}, not ${upc}. Set the UPC before you submit.`,
      }
    : {
        code: 'release_missing',
        severity: 'error',
        message: `No release has UPC ${upc}${releaseTitle === '' ? '' : ` ("${releaseTitle}")`}. Import it.`,
      }
}

const withoutTrack = ({ trackTitle }: OtherTrack, isrc: string, namesake: OwnTrack | undefined): Finding =>
  namesake
    ? {
        code: 'isrc_differs',
        severity: 'error',
        message: `"${namesake.title}" has ${namesake.isrc === null ? 'no ISRC' : `ISRC ${namesake.isrc}`}, not ${isrc}. Set the ISRC before you submit.`,
      }
    : {
        code: 'track_missing',
        severity: 'error',
        message: `The release has no track with ISRC ${isrc}${trackTitle === '' ? '' : ` ("${trackTitle}")`}.`,
      }

const differs = (code: Finding['code'], what: string, [here, there]: readonly [string, string]): Finding => ({
  code,
  severity: 'warning',
  message: `${what} is ${here} here and ${there} in the table.`,
})

/** What the table does not say does not differ. */
const compareText = (code: Finding['code'], what: string, [here, there]: readonly [string, string]): Finding[] =>
  there === '' || fold(here) === fold(there) ? [] : [differs(code, what, [`"${here}"`, `"${there}"`])]

const compareRelease = ({ releaseTitle, artist }: OtherTrack, release: OwnRelease): readonly Finding[] => [
  ...compareText('title_differs', 'The title of the release', [release.title, releaseTitle]),
  ...compareText('artist_differs', 'The artist', [release.displayArtist ?? '', artist]),
]

function compareTrack({ trackTitle, durationMs }: OtherTrack, track: OwnTrack): readonly Finding[] {
  const titles = compareText('title_differs', 'The title of the track', [track.title, trackTitle])
  if (durationMs === undefined || track.durationMs === null) return titles
  if (Math.abs(durationMs - track.durationMs) <= toleranceMs) return titles
  const lengths = [formatDuration(track.durationMs), formatDuration(durationMs)] as const
  return [...titles, differs('length_differs', 'The length of the track', lengths)]
}

/** Case, width, and the kind of quotation mark and space do not count. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’ʼ`´]/gu, "'")
    .replaceAll(/[“”«»]/gu, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
