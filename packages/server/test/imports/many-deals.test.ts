import { describe, expect, it } from 'vitest'
import { trackOfferFinder } from '../../src/features/imports/apply/to-deals.ts'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { collectTerms } from '../../src/features/imports/reader/deals.ts'
import { collectNotes } from '../../src/features/imports/reader/notes.ts'
import { parseXml } from '../../src/features/imports/reader/parse-xml.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { maxAllTerms, maxTerms, type ReadTerms } from '../../src/features/imports/reader/reading.ts'
import { message42 } from './messages.ts'

/** Messages with an implausible number of deals: both the stored data and the work are limited. */

const deal = (price: string, end = ''): string => `<Deal><DealTerms><TerritoryCode>Worldwide</TerritoryCode>
  <ValidityPeriod><StartDate>2026-12-11</StartDate>${end}</ValidityPeriod><CommercialModelType>SubscriptionModel</CommercialModelType>
  <UseType>OnDemandStream</UseType><PriceInformation><PriceCode>${price}</PriceCode></PriceInformation></DealTerms></Deal>`
const prices = (count: number): string[] => Array.from({ length: count }, (_, index) => deal(`P${index}`))
const terms = (priceTier: string, more: Partial<ReadTerms> = {}): ReadTerms => ({
  territories: { mode: 'worldwide' },
  start: '2026-12-11T00:00:00',
  end: null,
  models: ['subscription'],
  uses: ['stream'],
  priceTier,
  isPreorder: false,
  claimPolicy: null,
  ...more,
})
const releaseDeal = (references: readonly string[], deals: readonly string[]): string =>
  `<ReleaseDeal>${references.map((name) => `<DealReleaseReference>${name}</DealReleaseReference>`).join('')}${deals.join('')}</ReleaseDeal>`
const read = (...releaseDeals: string[]) =>
  readMessage(Buffer.from(message42({ deals: `<DealList>${releaseDeals.join('')}</DealList>` })))

async function documentOf(message: ReturnType<typeof readMessage>) {
  const { release } = message
  if (!release) throw new Error('the message has no release')
  return toDocument({ ...message, release }, undefined, [])
}

describe('a message with many deals', () => {
  it('is read up to a limit, and reports it', async () => {
    const message = read(releaseDeal(['R0'], prices(maxTerms + 1)), releaseDeal(['R1'], prices(2)))
    expect(message.release?.deals.map(({ length }) => length)).toEqual([maxTerms, 2])
    expect(message.notes).toContainEqual(
      expect.objectContaining({
        code: 'shortened',
        message: expect.stringContaining(`first ${maxTerms} deal terms of a release are read`),
      }),
    )
    const { members } = await documentOf(message)
    expect(members.deals).toHaveLength(100)
    expect(members.importIssues).toEqual([
      {
        code: 'offer_not_imported',
        message: `The message has more than ${maxTerms} terms for one release. The rest were not imported.`,
      },
      {
        code: 'offer_not_imported',
        message: 'The message has more than 100 deals for the release. The rest were not imported.',
      },
    ])
  })

  it('loses no deal that has room', async () => {
    const message = read(releaseDeal(['R0', 'R1'], prices(100)))
    const { members } = await documentOf(message)
    expect(members.deals).toHaveLength(100)
    expect(members).not.toHaveProperty('importIssues')
    expect(message.notes.filter(({ code }) => code === 'shortened')).toEqual([])
  })

  it('stores each list once', () => {
    const twice = read(releaseDeal(['R0'], prices(2)), releaseDeal(['R1'], prices(2)))
    expect(twice.release).toMatchObject({ deals: [{ length: 2 }], offers: 0, tracks: [{ offers: 0 }] })
  })

  it('is not a takedown because of those that were left out', () => {
    const ended = deal('old', '<EndDate>2020-01-01</EndDate>')
    const all = [...Array.from({ length: maxTerms }, () => ended), deal('new')]
    expect(read(releaseDeal(['R0'], all)).isTakedown).toBe(false)
    expect(read(releaseDeal(['R0'], all.slice(0, -1))).isTakedown).toBe(true)
  })

  it('is refused if the number is implausible', () => {
    const lists = collectTerms(parseXml(Buffer.from('<message/>')).root, collectNotes())
    const list = (name: string) => Array.from({ length: maxTerms }, (_, index) => terms(`${name} ${index}`))
    for (let index = 0; index < maxAllTerms / maxTerms; index += 1) expect(lists.place(list(`L${index}`))).toBe(index)
    expect(lists.place(list('L1'))).toBe(1)
    expect(() => lists.place([terms('one more')])).toThrow(`more than ${maxAllTerms} different terms`)
  })
})

describe('how a track is offered', () => {
  const worldwide = { mode: 'worldwide' as const }
  const include = { mode: 'include' as const, codes: ['DE', 'FR'] }
  const stream = {
    territories: worldwide,
    startsAt: '2026-12-11',
    models: ['subscription' as const],
    uses: ['stream' as const],
  }
  const plain: ReadTerms = { ...terms(''), priceTier: null }
  const sold: ReadTerms = { ...plain, models: ['paid'], uses: ['download'] }
  const later: ReadTerms = { ...plain, start: '2027-01-01' }
  const download = { ...stream, models: ['paid' as const], uses: ['download' as const], priceTier: 'FRONT' }
  const release = { releaseDate: '2026-12-11', deals: [stream, download] }

  it.each([
    ['nothing more', [plain, { ...sold, priceTier: 'FRONT' }], {}],
    ['without its download', [plain], { availability: { albumOnly: true } }],
    [
      'its territories',
      [plain, { ...sold, priceTier: 'FRONT' }].map((one) => ({ ...one, territories: include })),
      { territories: include },
    ],
    ['its price', [plain, { ...sold, priceTier: 'MID' }], { priceTier: 'MID' }],
    [
      'what it is not offered for',
      [
        { ...plain, territories: { mode: 'exclude' as const, codes: ['FR'] } },
        { ...sold, priceTier: 'FRONT' },
      ],
      {
        restrictions: [{ territories: { mode: 'include', codes: ['FR'] }, models: ['subscription'], uses: ['stream'] }],
      },
    ],
    ['that it is not offered by itself', [], { availability: { stream: false, download: false } }],
    [
      'deals of its own, where one begins later',
      [later, { ...sold, priceTier: 'FRONT' }],
      { deals: [{ ...stream, startsAt: '2027-01-01' }, download] },
    ],
    [
      'deals of its own, where the price differs by territory',
      [
        plain,
        { ...sold, territories: include, priceTier: 'LOW' },
        { ...sold, territories: { mode: 'exclude' as const, codes: ['DE', 'FR'] }, priceTier: 'MID' },
      ],
      {
        deals: [
          stream,
          { ...download, territories: include, priceTier: 'LOW' },
          { ...download, territories: { mode: 'exclude', codes: ['DE', 'FR'] }, priceTier: 'MID' },
        ],
      },
    ],
    [
      'deals of its own, where the release has a price and the track has none',
      [plain, sold],
      { deals: [stream, { ...stream, models: ['paid'], uses: ['download'] }] },
    ],
  ] satisfies [string, ReadTerms[], object][])('says %s', (_, own, expected) => {
    expect(trackOfferFinder(release, [own])(0, undefined)).toEqual(expected)
  })

  it('keeps its present form if that is equivalent', () => {
    const before = { restrictions: [{ uses: ['ugc' as const] }] }
    expect(trackOfferFinder(release, [[plain, { ...sold, priceTier: 'FRONT' }]])(0, before)).toBe(before)
  })

  it('is not expressed if there are too many deals or a moment has no representation', () => {
    const many = Array.from({ length: 51 }, (_, index) => ({ ...plain, priceTier: `P${index}` }))
    const evening = { ...plain, start: '2027-01-01T18:30:00' }
    const find = trackOfferFinder(release, [many, [evening]])
    expect([find(0, undefined), find(1, undefined)]).toEqual([undefined, undefined])
  })

  it('is found without going through all that the release offers for each', () => {
    let looked = 0
    /** Reading a deal of the release always reads its models. */
    const models = new Proxy(['subscription' as const], {
      get(target, name) {
        looked += 1
        return Reflect.get(target, name)
      },
    })
    const offered = {
      releaseDate: '2026-12-11',
      deals: Array.from({ length: 100 }, (_, index) => ({
        territories: worldwide,
        startsAt: '2026-12-11',
        models,
        uses: ['stream' as const],
        priceTier: `P${index}`,
      })),
    }
    const lists = Array.from({ length: 500 }, (_, index) => [
      terms(`own ${index}`, { territories: include, start: '2027-01-01T12:00:00' }),
    ])
    const find = trackOfferFinder(offered, lists)
    find(0, undefined)
    looked = 0
    for (const index of lists.keys()) expect(find(index, undefined)).toBeUndefined()
    expect(looked / lists.length).toBeLessThan(offered.deals.length)
    looked = 0
    expect(find(0, undefined)).toBeUndefined()
    expect(looked).toBe(0)
  })
})
