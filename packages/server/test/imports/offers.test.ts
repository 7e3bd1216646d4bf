import { describe, expect, it } from 'vitest'
import { toDocument } from '../../src/features/imports/apply/to-document.ts'
import { readMessage } from '../../src/features/imports/reader/read-message.ts'
import { message42, message382 } from './messages.ts'

/** The offers of third-party messages, and the parts that cannot be expressed. */

const download = (price: string, start = '2026-12-11', more = ''): string => `<Deal><DealTerms>
  <TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod><StartDate>${start}</StartDate></ValidityPeriod>
  <CommercialModelType>PayAsYouGoModel</CommercialModelType><UseType>PermanentDownload</UseType>
  <PriceInformation><PriceCode>${price}</PriceCode></PriceInformation>${more}</DealTerms></Deal>`
const stream = (more: string, period = '<StartDate>2026-12-11</StartDate>'): string => `<Deal><DealTerms>
  <TerritoryCode>Worldwide</TerritoryCode><ValidityPeriod>${period}</ValidityPeriod>
  <CommercialModelType>SubscriptionModel</CommercialModelType><UseType>OnDemandStream</UseType>${more}</DealTerms></Deal>`
const deal = (reference: string, ...deals: readonly string[]): string =>
  `<ReleaseDeal><DealReleaseReference>${reference}</DealReleaseReference>${deals.join('')}</ReleaseDeal>`

async function offerOf(xml: string) {
  const message = readMessage(Buffer.from(xml, 'latin1'))
  const { release, isTakedown } = message
  if (!release) throw new Error('the message has no release')
  const { members, tracks } = await toDocument({ ...message, release }, undefined, [])
  const { deals, territories, importIssues = [] } = members
  const offers = tracks.map(({ priceTier, deals: own, availability, restrictions, territories: places }) => ({
    ...(priceTier !== undefined && { priceTier }),
    ...(own && { deals: own }),
    ...(availability && { availability }),
    ...(restrictions && { restrictions }),
    ...(places && { territories: places }),
  }))
  return { deals, territories, tracks: offers, issues: importIssues.map((issue) => issue.message), isTakedown }
}
const offered = (...deals: readonly string[]) => offerOf(message42({ deals: `<DealList>${deals.join('')}</DealList>` }))

const sold = { territories: { mode: 'worldwide' }, startsAt: '2026-12-11', models: ['paid'], uses: ['download'] }
const streamed = { ...sold, models: ['subscription'], uses: ['stream'] }

describe('a message of others', () => {
  it('has a track at another price than its release', async () =>
    expect(await offered(deal('R0', download('FRONT')), deal('R1', download('MID')))).toMatchObject({
      deals: [{ ...sold, priceTier: 'FRONT' }],
      tracks: [{ priceTier: 'MID' }],
      issues: [],
    }))

  it('has a track that begins later, at another price', async () =>
    expect(await offered(deal('R0', download('FRONT')), deal('R1', download('MID', '2027-02-01')))).toMatchObject({
      deals: [{ ...sold, priceTier: 'FRONT' }],
      tracks: [{ deals: [{ ...sold, startsAt: '2027-02-01', priceTier: 'MID' }] }],
      issues: [],
    }))

  it('has no deal of the release: the release has those of all tracks, and each track its own', async () => {
    const [head = '', list = ''] = message382.split('<DealList>')
    const second = list.slice(0, list.indexOf('</ReleaseDeal>') + 14).replace('>R1<', '>R2<')
    const found = await offerOf(`${head}<DealList>${second}</DealList></n:NewReleaseMessage>`)
    expect(found).toEqual({
      deals: [
        {
          territories: { mode: 'include', codes: ['AT', 'DE'] },
          startsAt: '2020-06-05',
          models: ['subscription'],
          uses: ['stream'],
        },
      ],
      territories: undefined,
      tracks: [{ availability: { stream: false } }, {}],
      issues: [],
      isTakedown: false,
    })
  })

  it('is offered in each of several periods', async () => {
    const periods = `<StartDate>2026-12-11</StartDate><EndDate>2026-12-31</EndDate></ValidityPeriod>
      <ValidityPeriod><StartDate>2027-03-01</StartDate>`
    expect(await offered(deal('R0', stream('', periods)), deal('R1', stream('', periods)))).toMatchObject({
      deals: [
        { ...streamed, endsAt: '2026-12-31' },
        { ...streamed, startsAt: '2027-03-01' },
      ],
      issues: [],
    })
  })

  it('claims user content in the model that it names', async () => {
    const claim = (more: string) => `<Deal><DealTerms><TerritoryCode>Worldwide</TerritoryCode>
      <ValidityPeriod><StartDate>2026-12-11</StartDate></ValidityPeriod>
      <CommercialModelType>RightsClaimModel</CommercialModelType>${more}
      <UseType>UserMakeAvailableUserProvided</UseType>
      <RightsClaimPolicy><RightsClaimPolicyType>Monetize</RightsClaimPolicyType></RightsClaimPolicy></DealTerms></Deal>`
    const free = claim('<CommercialModelType>FreeOfChargeModel</CommercialModelType>')
    const modelsIn = async (written: string) =>
      (await offered(deal('R0', written), deal('R1', written))).deals?.map(({ models }) => models)
    expect([await modelsIn(claim('')), await modelsIn(free)]).toEqual([[['ad_supported']], [['free']]])
  })

  it.each(['WorldWide', 'WORLDWIDE', ' worldwide '])('is offered everywhere where it says %j', async (written) => {
    const offer = stream('').replace('>Worldwide<', `>${written}<`)
    expect(await offered(deal('R0', offer), deal('R1', offer))).toMatchObject({ deals: [streamed], issues: [] })
  })

  it('may state how it is shown, which does not affect the offer', async () => {
    const shown = '<IsPromotional>true</IsPromotional>'
    expect((await offered(deal('R0', stream(shown)), deal('R1', stream(shown)))).issues).toEqual([])
  })
})

describe('what has no word here', () => {
  const inStream = (more: string) => deal('R0', stream(more))
  const during = (period: string) => deal('R0', stream('', period))
  const effective = (day: string) =>
    inStream('').replace('</ReleaseDeal>', `<EffectiveDate>${day}</EffectiveDate></ReleaseDeal>`)

  it.each([
    ['a use', inStream('<UseType>Broadcast</UseType>'), 'The hub does not support the UseType Broadcast.'],
    [
      'a model of the sender',
      inStream('<CommercialModelType UserDefinedValue="TipGated">UserDefined</CommercialModelType>'),
      'The hub does not support the CommercialModelType TipGated.',
    ],
    [
      'a place that is not a country',
      inStream('<TerritoryCode>US-CA</TerritoryCode>'),
      'The territory US-CA is not a country code.',
    ],
    [
      'one store alone',
      inStream('<DistributionChannel><PartyId>PADPIDA2099010105E</PartyId></DistributionChannel>'),
      'The hub does not support DistributionChannel.',
    ],
    ['a number of uses', inStream('<NumberOfUsages>3</NumberOfUsages>'), 'The hub does not support NumberOfUsages.'],
    [
      'a price as an amount',
      inStream(
        '<PriceInformation><WholesalePricePerUnit CurrencyCode="EUR">4</WholesalePricePerUnit></PriceInformation>',
      ),
      'The hub does not support WholesalePricePerUnit.',
    ],
    [
      'two prices',
      inStream(
        ['A', 'B'].map((code) => `<PriceInformation><PriceCode>${code}</PriceCode></PriceInformation>`).join(''),
      ),
      'It has more than one price tier.',
    ],
    [
      'a policy for claims',
      inStream('<RightsClaimPolicy><RightsClaimPolicyType>Dispute</RightsClaimPolicyType></RightsClaimPolicy>'),
      'The hub does not support the policy Dispute.',
    ],
    [
      'a condition of a claim',
      inStream(
        '<RightsClaimPolicy><Condition><Value>3</Value></Condition><RightsClaimPolicyType>Monetize</RightsClaimPolicyType></RightsClaimPolicy>',
      ),
      'The hub does not support Condition.',
    ],
    [
      'an end that is not a date',
      during('<StartDate>2026-12-11</StartDate><EndDate>2027</EndDate>'),
      'EndDate is not a date: 2027.',
    ],
    ['a start that is not a date', during('<StartDate>2026-02-30</StartDate>'), 'StartDate is not a date: 2026-02-30.'],
    ['an effect after the start', effective('2027-01-01'), 'It takes effect on 2027-01-01, after its start.'],
    [
      'terms that are elsewhere',
      deal('R0', '<Deal><DealReference>D1</DealReference></Deal>'),
      'Its terms are not in the message.',
    ],
  ])('%s is an issue that names the deal, and no takedown', async (_, written, expected) => {
    const { issues, isTakedown } = await offered(written)
    expect(issues).toEqual([expect.stringMatching(/^The deal of R0 in line \d+: /)])
    expect(issues[0]).toContain(expected)
    expect(isTakedown).toBe(false)
  })

  it('ignores an effect before the start', async () =>
    expect((await offered(effective('2020-01-01'))).issues).toEqual([]))

  it('is a moment in the middle of a day, of the release and of a track', async () => {
    const evening = stream('', '<StartDateTime>2027-01-01T18:30:00</StartDateTime>').replace(
      'SubscriptionModel',
      'AdvertisementSupportedModel',
    )
    const { issues } = await offered(deal('R0', stream(''), evening), deal('R1', stream(''), evening))
    expect(issues).toEqual([
      'The release: the hub does not support the deal stream by ad_supported worldwide from 2027-01-01T18:30:00.',
      'Track 1: the hub does not support the deal stream by ad_supported worldwide from 2027-01-01T18:30:00.',
    ])
  })

  it('is reported once if many deals lack the same', async () => {
    const broadcast = '<UseType>Broadcast</UseType>'
    const { issues } = await offered(inStream(broadcast), deal('R1', stream(broadcast)))
    expect(issues).toEqual([
      expect.stringMatching(
        /^The deal of R0 in line \d+ and 1 more: The hub does not support the UseType Broadcast\.$/,
      ),
    ])
  })
})

describe('a recording without words', () => {
  it('has no language, whatever else the message states', async () => {
    const xml = message42().replace(
      '<LanguageOfPerformance>de</LanguageOfPerformance>',
      '<IsInstrumental>true</IsInstrumental><LanguageOfPerformance>de</LanguageOfPerformance>',
    )
    const { release, notes } = readMessage(Buffer.from(xml))
    expect(release?.tracks[0]?.members).toMatchObject({ instrumental: true })
    expect(release?.tracks[0]?.members).not.toHaveProperty('language')
    expect(notes.map(({ message }) => message)).toContain(
      'An instrumental track has no language. The language in the message was not imported.',
    )
  })
})
