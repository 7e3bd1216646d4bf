import type { ReleaseDocument } from '@spindle/contract'
import { checkRelease, type ReleaseForRules } from '@spindle/contract/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { productTerms, singleTerms, type Terms, trackTerms } from '../../src/features/interchange/ern/deal-terms.ts'
import { type ErnInput, isSimpleSingle } from '../../src/features/interchange/ern/ern-model.ts'
import { versionTraits } from '../../src/features/interchange/ern/ern-versions.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { hasErnSchema, schemaErrors } from '../harness/ern-schema.ts'
import { anyInput } from '../interchange/any-input.ts'

/** A release that is exported as a message and imported as a draft: its offers, and its findings. */

type Track = ErnInput['tracks'][number]
type Document = Pick<ErnInput, 'release' | 'tracks'>

export const write = (input: ErnInput): string => [...writeMessage(input)].join('')

/** The message of the release, read as a new draft. */
export async function roundTrip(input: ErnInput): Promise<ErnInput> {
  const message = readMessage(Buffer.from(write(input)))
  const { release } = message
  if (!release) throw new Error('the message has no release')
  const { members, tracks } = await toDocument({ ...message, release }, undefined, [])
  const again = tracks.map((track, index) => {
    const { id, uploadId, durationMs, number } = input.tracks[index] ?? ({} as Track)
    return { ...track, id, uploadId, durationMs, number, disc: track.disc ?? 1 }
  })
  return { ...input, release: { ...members, coverUploadId: input.release.coverUploadId }, tracks: again } as ErnInput
}

const places = ['DE', 'JP', 'US', 'FR', 'SE']

/** One text for each territory, model, use, time and price, computed in the simplest way. */
const spread = (terms: readonly Terms[]): string[] => {
  const cells = terms.flatMap(({ area, models, uses, ...rest }) =>
    places
      .filter((place) => area.codes.includes(place) === (area.mode === 'include'))
      .flatMap((place) => models.flatMap((model) => uses.map((use) => JSON.stringify([place, model, use, rest])))),
  )
  return [...new Set(cells)].sort()
}

/** For the release, then for each track separately. A single of one recording is only offered as a whole. */
export function offersOf(input: ErnInput): string[][] {
  const { release, tracks } = input
  const product = productTerms({ release })
  const [first] = tracks
  if (isSimpleSingle(input) && first) return [spread(singleTerms(product, first))]
  const offering = { release, receiver: {}, product }
  return [spread(product), ...tracks.map((track) => spread(trackTerms(offering, track)))]
}

/** The release as rules check it, with uploads that are ready. */
function viewOf({ release, tracks }: Document): ReleaseForRules {
  const audio = tracks.map(({ uploadId, durationMs = 0 }) => ({
    id: uploadId,
    kind: 'audio' as const,
    status: 'ready' as const,
    findings: [],
    technical: { kind: 'audio' as const, container: 'flac', durationMs },
  }))
  const cover = {
    id: release.coverUploadId ?? 'upl_',
    kind: 'image' as const,
    status: 'ready' as const,
    findings: [],
    technical: { kind: 'image' as const },
  }
  return {
    release: {
      ...release,
      tracks: tracks.map(({ number: _number, durationMs: _durationMs, ...track }) => track),
    } as ReleaseDocument,
    legacy: false,
    uploads: new Map([...audio, cover].map((upload) => [upload.id, upload])),
    context: {
      today: '2026-11-20',
      assigns: { upc: false, isrc: false },
      delivered: false,
      outlets: ['player'],
      stores: [],
      otherTracks: [],
      knownRecordings: [],
      otherReleases: [],
    },
  }
}

const foundIn = (document: Document) => checkRelease(viewOf(document))
export const errorsOf = (document: Document): string[] =>
  foundIn(document)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, pointer }) => `${code} ${pointer}`)
/** The kinds of findings: their place may differ, because values that all tracks share are stored once. */
export const findingsOf = (document: Document): string[] => [
  ...new Set(foundIn(document).map(({ rule, severity }) => `${severity} ${rule.id}`)),
]

const writers = [{ name: 'Cy Dahl', role: 'composer' as const }]
type Usage = ErnInput['release']['aiUsage']
/** AI assistance without a credited person in the message is not stated by part. */
export const withoutHelp = (usage: Usage): Usage =>
  usage &&
  Object.fromEntries(Object.entries(usage).filter(([part, level]) => part === 'artwork' || level !== 'assisted'))

/** Tracks have no artwork, and empty declarations are absent. */
function ofTrack(usage: Usage): Usage {
  const { artwork: _artwork, ...parts } = withoutHelp(usage) ?? {}
  return Object.values(parts).some((level) => level !== 'undeclared') ? parts : undefined
}

const playOrder = (tracks: readonly Track[]): Track[] => {
  const discs = [...new Set(tracks.map(({ disc }) => disc))].sort((a, b) => a - b)
  return [...tracks].sort((a, b) => a.disc - b.disc).map((one) => ({ ...one, disc: discs.indexOf(one.disc) + 1 }))
}

/** Texts with tags or entities are refused, so the generator breaks them up. */
const withoutHtml = ({ release, tracks, ...input }: ErnInput): ErnInput => ({
  ...input,
  ...(JSON.parse(JSON.stringify({ release, tracks }).replaceAll('<b>&amp;', '<b & ;')) as Document),
})

/** The track without values that a rule refuses whatever the release says. */
function withoutErrors(track: Track): Track {
  const { language, instrumental, previewStartMs, ...members } = track
  const hasWords = language !== undefined && language !== 'zxx'
  return {
    ...members,
    ...(language !== undefined && { language: language === 'nonsense!' ? 'en' : language }),
    ...(instrumental !== undefined && { instrumental: instrumental && !hasWords }),
    ...(previewStartMs !== undefined && { previewStartMs: previewStartMs % (track.durationMs ?? 1) }),
    composition: track.composition ?? 'public_domain',
    ...(track.licence === undefined &&
      ['cover', 'adaptation'].includes(track.composition ?? '') && { licence: 'Licence 1' }),
  }
}

/** Closer to a valid release than a random one; the rules decide. */
export const anySubmittable: fc.Arbitrary<ErnInput> = anyInput
  .map(withoutHtml)
  .map((input): ErnInput => {
    const { release, tracks, receiver } = input
    const { territories, deals, ...members } = release
    const { hasAi } = versionTraits[receiver.ernVersion]
    const inside = territories?.mode === 'worldwide' ? { territories } : {}
    return {
      ...input,
      purpose: 'offer',
      receiver: { ...receiver, compilationType: undefined },
      release: {
        ...members,
        ...(deals === undefined ? { ...(territories && { territories }) } : { ...inside, deals }),
        contributors: [...(release.contributors ?? []), ...writers],
        rightsController: { name: 'Blue Lamp', share: 100 },
        aiUsage: hasAi ? withoutHelp(release.aiUsage) : undefined,
      },
      tracks: playOrder(tracks.map(withoutErrors)).map((track) => ({
        ...track,
        title: `${track.title} of ${track.number}`,
        aiUsage: hasAi ? ofTrack(track.aiUsage) : undefined,
        ...(track.contributors && { contributors: [...track.contributors, ...writers] }),
      })),
    } as ErnInput
  })
  .filter((input) => errorsOf(input).length === 0 && offersOf(input)[0]?.length !== 0)

/** The test that holds for every release that can be submitted, with this many of them. */
export const testAnyRoundTrip = (count: number): void =>
  // Most random releases are not valid, so one that is takes a while.
  it('offers exactly what it offered, and has no new finding', { timeout: 240_000 + count * 1_000 }, () =>
    fc.assert(
      fc.asyncProperty(anySubmittable, async (input) => {
        const xml = write(input)
        if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
        const again = await roundTrip(input)
        expect(offersOf(again)).toEqual(offersOf(input))
        const before = findingsOf(input)
        expect(findingsOf(again).filter((finding) => !before.includes(finding))).toEqual([])
      }),
      { numRuns: count },
    ),
  )
