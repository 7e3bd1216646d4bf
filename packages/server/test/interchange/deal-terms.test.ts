import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage } from '../../src/features/interchange/ern/check-message.ts'
import { productTerms, secondBefore, type Terms, trackTerms } from '../../src/features/interchange/ern/deal-terms.ts'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { anyRelease, anyTrack } from './any-input.ts'
import { sample, track } from './sample.ts'

type Release = ErnInput['release']
type Track = ErnInput['tracks'][number]
type Territories = Release['territories']

const places = ['DE', 'JP', 'US', 'FR', 'SE']
const holds = (territories: Territories, place: string): boolean =>
  territories === undefined ||
  territories.mode === 'worldwide' ||
  (territories.codes ?? []).includes(place) === (territories.mode === 'include')

/** The offers of a deal, one text for each territory, model and use, computed in the simplest way. */
function offeredBy(release: Release, one: Track): string[] {
  const { stream = true, download = true, albumOnly = false } = one.availability ?? {}
  const kept = new Set([
    ...(stream ? [] : ['stream', 'noninteractive_stream', 'conditional_download']),
    ...(download && !albumOnly ? [] : ['download']),
  ])
  return (release.deals ?? []).flatMap(({ territories, models, uses }, index) =>
    places
      .filter((place) => [release.territories, territories, one.territories].every((area) => holds(area, place)))
      .flatMap((place) => models.flatMap((model) => uses.map((use) => ({ place, model, use }))))
      .filter(({ use }) => !kept.has(use))
      .filter(
        ({ place, model, use }) =>
          !(one.restrictions ?? []).some(
            (restriction) =>
              holds(restriction.territories, place) &&
              (restriction.models?.includes(model) ?? true) &&
              (restriction.uses?.includes(use) ?? true),
          ),
      )
      .map(({ place, model, use }) => `${index} ${place} ${model} ${use}`),
  )
}

const spread = (terms: readonly Terms[], deals: NonNullable<Release['deals']>): string[] =>
  terms.flatMap(({ area, models, uses, ...rest }) => {
    const index = deals.findIndex(({ priceTier }) => priceTier === rest.priceTier)
    return places
      .filter((place) => area.codes.includes(place) === (area.mode === 'include'))
      .flatMap((place) => models.flatMap((model) => uses.map((use) => `${index} ${place} ${model} ${use}`)))
  })

describe('the deals of a track', () => {
  it('are those of the release without what the track is not offered for, each once', () =>
    fc.assert(
      fc.property(anyRelease, anyTrack, (members, { deals: _deals, priceTier: _price, ...trackMembers }) => {
        const deals = (members.deals ?? []).map((deal, index) => ({ ...deal, priceTier: `tier ${index}` }))
        const { preorderDate: _preorder, ...rest } = members
        const { release } = sample({ ...rest, deals } as Partial<Release>)
        const one = track(1, trackMembers as Partial<Track>)
        expect(
          spread(
            trackTerms({ release, receiver: {}, product: productTerms({ release }) }, one),
            deals as NonNullable<Release['deals']>,
          ).sort(),
        ).toEqual(offeredBy(release, one).sort())
      }),
      { numRuns: 300 },
    ))
})

const startsOf = (release: Partial<Release>) =>
  productTerms(sample(release)).map(({ start, end, isPreorder }) => ({ start, end, isPreorder }))
const deal: NonNullable<Release['deals']>[number] = {
  territories: { mode: 'worldwide' },
  startsAt: '2026-12-11',
  models: ['paid'],
  uses: ['download'],
}
const listed = (more: object): Partial<Release> => ({ deals: [{ ...deal, ...more }] })

describe('the time of a deal', () => {
  it.each<[string, Partial<Release>, string, string | undefined]>([
    ['is local midnight everywhere', listed({}), '2026-12-11T00:00:00', undefined],
    ['has the time of the release', { ...listed({}), releaseTime: '18:30' }, '2026-12-11T18:30:00', undefined],
    [
      'is one moment in the zone of the release',
      { ...listed({ endsAt: '2027-06-30' }), timeZone: 'Pacific/Auckland' },
      '2026-12-10T11:00:00Z',
      '2027-06-30T11:59:59Z',
    ],
    [
      'is one moment when it is written so',
      listed({ startsAt: '2026-12-11T08:00:00.250Z' }),
      '2026-12-11T08:00:00Z',
      undefined,
    ],
    ['goes to the end of its last day', listed({ endsAt: '2027-01-31' }), '2026-12-11T00:00:00', '2027-01-31T23:59:59'],
  ])('%s', (_, release, start, end) => expect(startsOf(release)).toEqual([{ start, end, isPreorder: false }]))

  it('ends a pre-order the second before the release', () => {
    expect(startsOf({ ...listed({}), preorderDate: '2026-12-01' })[0]).toEqual({
      start: '2026-12-01T00:00:00',
      end: '2026-12-10T23:59:59',
      isPreorder: true,
    })
    expect(secondBefore('2027-01-01T00:00:00Z')).toBe('2026-12-31T23:59:59Z')
    expect(secondBefore('2027-99-01T00:00:00')).toBe('2027-99-01T00:00:00')
  })

  it('ends a pre-order deal without an end the second before the release', () => {
    const deals = [{ ...deal, startsAt: '2026-12-01', preorder: true }]
    expect(startsOf({ deals, releaseTime: '18:30' })).toEqual([
      { start: '2026-12-01T00:00:00', end: '2026-12-11T18:29:59', isPreorder: true },
    ])
  })
})

const message = (input: ErnInput): string => [...writeMessage(input)].join('')

describe('deals in a message', () => {
  it('shares them among tracks, and has none for a track that is offered nowhere', () => {
    const nowhere = { territories: { mode: 'include' as const, codes: [] } }
    const xml = message(sample({ type: 'album' }, [track(1), track(2), track(3, nowhere)]))
    const references = [...xml.matchAll(/<DealReleaseReference>(R\d)</g)].map(([, name]) => name)
    expect(references).toEqual(['R0', 'R1', 'R2'])
    expect(xml.match(/<ReleaseDeal>/g)).toHaveLength(2)
  })

  it('claims matches in content of users', () =>
    expect(message(sample(listed({ uses: ['ugc'], models: ['ad_supported'], claimPolicy: 'track' })))).toContain(
      '<CommercialModelType>RightsClaimModel</CommercialModelType>\n          <UseType>UserMakeAvailableUserProvided</UseType>',
    ))

  it('claims with another model than that of advertisements, which is a separate element', () =>
    expect(message(sample(listed({ uses: ['ugc'], models: ['free'], claimPolicy: 'block' })))).toContain(
      '<CommercialModelType>RightsClaimModel</CommercialModelType>\n          <CommercialModelType>FreeOfChargeModel</CommercialModelType>',
    ))
})

const codes = (input: ErnInput) => checkMessage(input).map(({ code, pointer }) => `${code} ${pointer}`)

describe('what receivers refuse', () => {
  it('is nothing of a whole release, and nothing of a takedown', () => {
    expect(codes(sample())).toEqual([])
    expect(codes({ ...sample({ coverUploadId: undefined } as never), purpose: 'takedown' })).toEqual([])
  })

  const without = (...members: readonly (keyof Release)[]): ErnInput => {
    const input = sample()
    const release = Object.fromEntries(
      Object.entries(input.release).filter(([name]) => !members.includes(name as never)),
    )
    return { ...input, release: release as Release }
  }
  const webp = sample()
  const withCover = {
    ...webp,
    files: new Map([...webp.files].map(([id, file]) => [id, file.image ? { ...file, container: 'webp' } : file])),
  }

  it.each<[string, ErnInput, readonly string[]]>([
    ['no bar code', without('upc'), ['identifier_invalid /upc']],
    [
      'no label, genre or lines',
      without('label', 'genre', 'pLine', 'cLine'),
      ['/label', '/genre', '/pLine', '/cLine'].map((at) => `metadata_missing ${at}`),
    ],
    ['no cover', without('coverUploadId'), ['resource_missing /coverUploadId']],
    ['a cover in WebP', withCover, ['resource_not_meeting_specifications /coverUploadId']],
    [
      'no date',
      without('releaseDate'),
      ['commercial_release_date_invalid /releaseDate', 'no_deal_in_new_release_message /deals'],
    ],
    [
      'no artist',
      without('contributors'),
      ['primary_artist_name_missing /contributors', 'primary_artist_name_missing /tracks/0/contributors'],
    ],
    [
      'a recording without code and length',
      sample({}, [track(1, { isrc: undefined, durationMs: undefined } as never)]),
      ['identifier_invalid /tracks/0/isrc', 'resource_missing /tracks/0/uploadId'],
    ],
    [
      'a pre-order by subscription',
      sample(listed({ preorder: true, models: ['subscription'], endsAt: '2026-12-12' })),
      ['unsupported_usage /deals'],
    ],
    [
      'a start before the release',
      sample(listed({ startsAt: '2026-12-01' })),
      ['conflicting_availability_periods /deals'],
    ],
    ['an end before the start', sample(listed({ endsAt: '2026-11-01' })), ['conflicting_availability_periods /deals']],
    ['nothing on offer', sample({ deals: [] }), ['no_deal_in_new_release_message /deals']],
  ])('%s', (_, input, expected) => expect(codes(input)).toEqual(expected))
})

it('leaves an invalid date as it was written, because drafts may contain one', () => {
  const deal = { territories: { mode: 'worldwide' } } as const
  const written = { startsAt: '2026-12-11T99:00:00Z', endsAt: '2026-99-99T00:00:00Z' }
  const [terms] = productTerms(sample({ deals: [{ ...deal, models: ['paid'], uses: ['download'], ...written }] }))
  expect(terms).toMatchObject({ start: written.startsAt, end: written.endsAt })
})

describe('a hidden track', () => {
  it('is shown from the start of its first deal', () => {
    const deal = {
      territories: { mode: 'worldwide' as const },
      models: ['subscription' as const],
      uses: ['stream' as const],
    }
    const deals = [
      { ...deal, startsAt: '2027-02-01', priceTier: 'late' },
      { ...deal, startsAt: '2027-01-01', endsAt: '2027-01-31', priceTier: 'early' },
    ]
    const input = sample({ releaseDate: '2027-01-01', deals }, [track(1, { availability: { hidden: true } })])
    expect([...writeMessage(input)].join('')).toContain(
      '<TrackListingPreviewStartDateTime>2027-01-01T00:00:00</TrackListingPreviewStartDateTime>',
    )
  })
})
