import { describe, expect, it } from 'vitest'
import { limitsFinder } from '../../src/features/imports/apply/to-deals.ts'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { collectTerms } from '../../src/features/imports/reader/deals.ts'
import { collectNotes } from '../../src/features/imports/reader/notes.ts'
import { parseXml } from '../../src/features/imports/reader/parse-xml.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { maxAllTerms, maxTerms, type ReadTerms } from '../../src/features/imports/reader/reading.ts'
import { message42 } from './messages.ts'

/** Messages with more deals than anybody means: what is kept is bounded, and so is the work. */

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
  it('is read as far as there is room, and says so', async () => {
    const message = read(releaseDeal(['R0'], prices(maxTerms + 1)), releaseDeal(['R1'], prices(2)))
    expect(message.release?.deals.map(({ length }) => length)).toEqual([maxTerms, 2])
    expect(message.notes).toContainEqual(
      expect.objectContaining({ code: 'shortened', message: expect.stringContaining(`first ${maxTerms} are read`) }),
    )
    const { members, notes } = await documentOf(message)
    expect(members.deals).toHaveLength(100)
    expect(notes).toContainEqual({ code: 'shortened', message: expect.stringContaining('at most 100 deals') })
    expect(notes).not.toContainEqual(expect.objectContaining({ message: expect.stringContaining('middle of a day') }))
  })

  it('loses no deal that has room', async () => {
    const message = read(releaseDeal(['R0', 'R1'], prices(100)))
    const { members, notes } = await documentOf(message)
    expect(members.deals).toHaveLength(100)
    expect([...message.notes, ...notes].filter(({ code }) => code === 'shortened')).toEqual([])
  })

  it('says each list once', () => {
    const twice = read(releaseDeal(['R0'], prices(2)), releaseDeal(['R1'], prices(2)))
    expect(twice.release).toMatchObject({ deals: [{ length: 2 }], offers: 0, tracks: [{ offers: 0 }] })
  })

  it('is no takedown because of those that were left out', () => {
    const ended = deal('old', '<EndDate>2020-01-01</EndDate>')
    const all = [...Array.from({ length: maxTerms }, () => ended), deal('new')]
    expect(read(releaseDeal(['R0'], all)).isTakedown).toBe(false)
    expect(read(releaseDeal(['R0'], all.slice(0, -1))).isTakedown).toBe(true)
  })

  it('is refused where nobody can have meant them', () => {
    const lists = collectTerms(parseXml(Buffer.from('<message/>')).root, collectNotes())
    const list = (name: string) => Array.from({ length: maxTerms }, (_, index) => terms(`${name} ${index}`))
    for (let index = 0; index < maxAllTerms / maxTerms; index += 1) expect(lists.place(list(`L${index}`))).toBe(index)
    expect(lists.place(list('L1'))).toBe(1)
    expect(() => lists.place([terms('one more')])).toThrow(`more than ${maxAllTerms} different terms`)
  })
})

describe('the limits of tracks', () => {
  const worldwide = { mode: 'worldwide' as const }
  const include = { mode: 'include' as const, codes: ['DE', 'FR'] }

  it('are those that say what the message does', () => {
    const deals = [
      { territories: worldwide, startsAt: '2026-12-11', models: ['subscription' as const], uses: ['stream' as const] },
    ]
    const plain = { ...terms(''), priceTier: null }
    const lists = [[plain], [], [{ ...plain, territories: include }], [terms('other')]]
    const find = limitsFinder({ releaseDate: '2026-12-11', deals }, lists)
    expect(lists.map((_, index) => find(index, undefined))).toEqual([
      {},
      { availability: { stream: false } },
      { territories: include },
      undefined,
    ])
    const before = { availability: { download: false } }
    expect(find(0, before)).toBe(before)
  })

  it('are found without going through all that the release offers for each', () => {
    let looked = 0
    /** Whoever looks at a deal of the release looks at its models. */
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
    const lists = Array.from({ length: 500 }, (_, index) => [terms(`own ${index}`, { territories: include })])
    const find = limitsFinder(offered, lists)
    const once = looked
    for (const index of lists.keys()) expect(find(index, undefined)).toBeUndefined()
    const perTrack = (looked - once) / lists.length
    expect(perTrack).toBeLessThan(offered.deals.length)
    looked = 0
    expect(find(0, undefined)).toBeUndefined()
    expect(looked).toBe(0)
  })
})
