import { ernVersions } from '@spindle/contract'
import { commercialModels, compositions, dealUses } from '@spindle/contract/vocabulary'
import fc from 'fast-check'
import type { ErnInput } from '../../src/features/interchange/ern/ern-model.ts'
import { sample, track } from './sample.ts'

/** Random releases: every member of a message, with texts that are hard to encode in XML. */

type Release = ErnInput['release']

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const defined = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

const words = fc.constantFrom('Night', '<b>&amp;', ']]>', 'ナイト', '🎵', 'שלום', '"quoted"', "O'Hara", 'Ａ', '-->')
const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const role = fc.constantFrom(
  'featured_artist',
  'composer',
  'producer',
  'remixer',
  'performer',
  'publisher',
  'ddex:Vocalist',
  'ddex:Whistler',
)
const person = fc
  .record({
    name: text,
    role,
    partyIds: optional(
      fc.constantFrom({ isni: '0000000121032683' }, { ipi: '00052210040' }, { spotify: 'spotify:artist:1' }),
    ),
    instruments: optional(fc.array(fc.constantFrom('Piano', 'electric guitar', 'Hurdy <gurdy>'), { maxLength: 3 })),
    names: optional(fc.constant<{ language: string; name: string }[]>([{ language: 'ja', name: 'ナイト' }])),
    sequence: optional(fc.integer({ min: 1, max: 9 })),
  })
  .map(defined)
const people = fc
  .tuple(
    fc.record({ name: fc.oneof(text, fc.constant('Various Artists')), role: fc.constant('main_artist') }),
    fc.array(person, { maxLength: 6 }),
  )
  .map(([first, rest]) => [first, ...rest])
export const territories = fc.oneof(
  fc.constant({ mode: 'worldwide' as const }),
  fc.record({
    mode: fc.constantFrom('include' as const, 'exclude' as const),
    codes: fc.uniqueArray(fc.constantFrom('DE', 'JP', 'US', 'FR'), { minLength: 1, maxLength: 3 }),
  }),
)
const models = fc.uniqueArray(fc.constantFrom(...commercialModels), { minLength: 1, maxLength: 3 })
const uses = fc.uniqueArray(fc.constantFrom(...dealUses), { minLength: 1, maxLength: 3 })
const deal = fc
  .record({
    territories,
    startsAt: fc.constantFrom('2026-12-11', '2026-12-11T08:00:00Z', '2027-01-01'),
    endsAt: optional(fc.constantFrom('2028-01-01', '2028-01-01T00:00:00.000Z')),
    models,
    uses,
    priceTier: optional(text),
    claimPolicy: optional(fc.constantFrom('monetize' as const, 'track' as const, 'block' as const)),
  })
  .map(defined)
const level = fc.constantFrom('none' as const, 'assisted' as const, 'generated' as const, 'undeclared' as const)
const aiUsage = fc.record(
  { vocals: level, instruments: level, composition: level, lyrics: level, postProduction: level, artwork: level },
  { requiredKeys: [] },
)

export const anyRestriction = fc
  .record({ territories: optional(territories), models: optional(models), uses: optional(uses) })
  .map(defined)

export const anyTrack = fc
  .record({
    title: text,
    version: optional(fc.constantFrom('Live', 'Remix & Dub', 'Sunset')),
    contributors: optional(people),
    durationMs: fc.integer({ min: 4_000, max: 9_000_000 }),
    territories: optional(territories),
    restrictions: optional(fc.array(anyRestriction, { maxLength: 3 })),
    availability: optional(fc.record({ stream: fc.boolean(), albumOnly: fc.boolean(), hidden: fc.boolean() })),
    aiUsage: optional(aiUsage),
    previewStartMs: optional(fc.integer({ min: 0, max: 90_000 })),
    firstPublicationDate: optional(fc.constant('2020-02-29')),
    rightsController: optional(fc.record({ name: text, share: fc.integer({ min: 0, max: 100 }) })),
    recordingYear: optional(fc.constant(1999)),
    recordingCountry: optional(fc.constant('SE')),
    composition: optional(fc.constantFrom(...compositions)),
    licence: optional(text),
    containsSamples: optional(fc.boolean()),
    priceTier: optional(text),
    deals: optional(fc.array(deal, { maxLength: 3 })),
    instrumental: optional(fc.boolean()),
    language: optional(fc.constantFrom('en', 'zxx', 'zh-hant-tw', 'nonsense!', 'und')),
    iswc: optional(fc.constant('T-034.524.680-1')),
  })
  .map(defined)

export const anyRelease = fc
  .record({
    title: text,
    subtitle: optional(text),
    version: optional(text),
    type: fc.constantFrom('single' as const, 'ep' as const, 'album' as const),
    titles: optional(
      fc.constant<NonNullable<Release['titles']>>([{ language: 'ja-Jpan', title: 'ナイト', subtitle: 'x' }]),
    ),
    contributors: people,
    isCompilation: optional(fc.boolean()),
    label: text,
    labelPartyIds: optional(fc.constant({ dpid: 'PADPIDA2014120301U' })),
    grid: optional(fc.constant('A1-2425G-ABC1234002-M')),
    catalogNumber: optional(text),
    externalId: optional(text),
    subgenre: optional(fc.constant('ambient')),
    language: fc.constantFrom('en', 'zxx', 'zh-hant-tw', 'ca-valencia', 'mul'),
    releaseTime: optional(fc.constant('18:30')),
    timeZone: optional(fc.constantFrom('Europe/Berlin', 'Pacific/Auckland')),
    preorderDate: optional(fc.constant('2026-12-01')),
    territories: optional(territories),
    deals: optional(fc.array(deal, { maxLength: 3 })),
    discTitles: optional(fc.array(text, { maxLength: 2 })),
    rightsController: optional(fc.record({ name: text, share: fc.integer({ min: 0, max: 100 }) })),
    keywords: optional(fc.array(text, { maxLength: 3 })),
    marketingComment: optional(text),
    aiUsage: optional(aiUsage),
  })
  .map(defined)

const receiver = fc.record({
  ernVersion: fc.constantFrom(...ernVersions),
  productRoles: fc.constantFrom(undefined, ['producer', 'remixer']),
  profile: fc.constantFrom('Audio' as const, 'SimpleAudioSingle' as const),
  takedownStyle: fc.constantFrom('no_deal' as const, 'end_date' as const),
  compilationType: fc.constantFrom(undefined, 'Compilation'),
})

export const anyInput: fc.Arbitrary<ErnInput> = fc
  .record({
    release: anyRelease,
    tracks: fc.array(fc.record({ members: anyTrack, disc: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    receiver,
    purpose: fc.constantFrom('offer' as const, 'takedown' as const),
  })
  .map(({ release, tracks, receiver: chosen, purpose }) => {
    const written = tracks.map(({ members, disc }, index) =>
      track(index + 1, { ...members, disc } as Parameters<typeof track>[1]),
    )
    const input = sample(release as Partial<ErnInput['release']>, written)
    return { ...input, purpose, receiver: { ...input.receiver, ...chosen } }
  })
