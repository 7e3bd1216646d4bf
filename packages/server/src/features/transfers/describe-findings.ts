import type { TransferFinding, TransferFindingCode } from '@spindle/contract'
import type { FoundDifference } from './comparison-queries.ts'

/** The sentences of differences between the table of the old distributor and the catalog. */

type Sentence = (facts: { readonly name: string; readonly here: string; readonly there: string }) => {
  readonly message: string
  readonly fix: string
}

const quoted = (text: string): string => (text === '' ? 'empty' : `"${text}"`)

const differing =
  (what: string, fix: string): Sentence =>
  ({ name, here, there }) => ({
    message: `${what} of "${name}" is ${quoted(here)} here and ${quoted(there)} at the old distributor.`,
    fix,
  })

const sameForStores = 'Use the same as the old distributor until stores have matched the release.'

const sentences: Readonly<Record<TransferFindingCode, Sentence>> = {
  release_missing: ({ name, there }) => ({
    message: `No release here has UPC ${there}${name === '' ? '' : ` ("${name}")`}.`,
    fix: 'Import or deliver it with this UPC before the deadline.',
  }),
  upc_differs: ({ name, here, there }) => ({
    message: `A recording of "${name}" is on a release here with ${here === '' ? 'no UPC' : `UPC ${here}`}, not ${there}.`,
    fix: `Set UPC ${there} before you submit the release.`,
  }),
  release_title_differs: differing('The title', sameForStores),
  release_version_differs: differing('The version', sameForStores),
  release_artist_differs: differing('The artist', sameForStores),
  label_differs: differing('The label', 'Use the same label, or check that the new one is intended.'),
  release_date_differs: differing(
    'The release date',
    'A later date hides the release until then. Use the date of the old distributor, or one in the past.',
  ),
  tracks_unknown: ({ name }) => ({
    message: `The table has no tracks of "${name}", so nothing of them is compared.`,
    fix: 'Export the catalog of the old distributor with a row for each track.',
  }),
  track_missing: ({ name, there }) => ({
    message: `The release has no track ${quoted(name)}${there === '' ? '' : ` with ISRC ${there}`}.`,
    fix: 'Add the track with this ISRC, or set the ISRC of the track that has the recording.',
  }),
  track_extra: ({ name, here }) => ({
    message: `The old distributor has no track "${name}"${here === '' ? '' : ` (ISRC ${here})`} on this release.`,
    fix: 'Stores may take a release with another list of tracks for a new one. Check that it is intended.',
  }),
  isrc_differs: ({ name, here, there }) => ({
    message: `The ISRC of "${name}" is ${here === '' ? 'empty' : here} here and ${there} at the old distributor.`,
    fix: `Set ISRC ${there} before you submit the release.`,
  }),
  isrc_unknown: ({ name }) => ({
    message: `The table has no ISRC of "${name}", so it was compared by its title alone.`,
    fix: 'Ask the old distributor for the ISRC.',
  }),
  isrc_other_audio: ({ name, here, there }) => ({
    message: `ISRC ${there} of "${name}" belongs to other audio here, which was delivered as "${here}".`,
    fix: 'Check which audio the old distributor has under this ISRC. Use the same master for it.',
  }),
  track_title_differs: differing('The title', sameForStores),
  track_version_differs: differing('The version', sameForStores),
  track_artist_differs: differing('The artist', sameForStores),
  length_differs: ({ name, here, there }) => ({
    message: `"${name}" lasts ${formatLength(here)} here and ${formatLength(there)} at the old distributor.`,
    fix: 'Stores match recordings within 5 seconds. Check that this is the same master.',
  }),
}

function formatLength(ms: string): string {
  const seconds = Math.round(Number(ms) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function describeFinding({
  code,
  severity,
  line,
  trackId,
  name,
  here,
  there,
}: FoundDifference): TransferFinding {
  const facts = { name: name ?? '', here: here ?? '', there: there ?? '' }
  return { code, severity, line, trackId: trackId as TransferFinding['trackId'], ...sentences[code](facts) }
}
