import type { StoreFilter } from '@spindle/contract/rules'
import { expect, it } from 'vitest'
import { listNotCarried } from '../../src/features/interchange/compare/not-carried.ts'
import { describeTakedown } from '../../src/features/interchange/describe-takedown.ts'
import { checkMessage } from '../../src/features/interchange/ern/check-message.ts'
import { writeMessage } from '../../src/features/interchange/messages/ern-message.ts'
import { hasErnSchema, schemaErrors } from '../harness/ern-schema.ts'
import { sample, track } from './sample.ts'

/** Stores that accept a part of a release's offers, and have their own names of genres. */

const messageFor = (takes: StoreFilter | undefined, genres?: Record<string, string>, release: object = {}) => {
  const usual = sample(release, [track(1), track(2, { genre: 'jazz' })])
  const input = { ...usual, receiver: { ...usual.receiver, takes, genres } }
  return { input, xml: [...writeMessage(input)].join('') }
}
const values = (xml: string, element: string): string[] => [
  ...new Set([...xml.matchAll(new RegExp(`<${element}[^>]*>([^<]+)<`, 'g'))].map(([, value = '']) => value)),
]
const dealsOf = (xml: string) => ({
  models: values(xml, 'CommercialModelType'),
  uses: values(xml, 'UseType'),
  territories: values(xml, 'TerritoryCode'),
})
const everything = {
  models: ['SubscriptionModel', 'AdvertisementSupportedModel', 'PayAsYouGoModel'],
  uses: ['OnDemandStream', 'NonInteractiveStream', 'ConditionalDownload', 'PermanentDownload'],
  territories: ['Worldwide'],
}

it.each<[string, StoreFilter | undefined, Partial<typeof everything>]>([
  ['everything', undefined, {}],
  ['everything, said so', {}, {}],
  ['downloads', { uses: ['download'] }, { models: ['PayAsYouGoModel'], uses: ['PermanentDownload'] }],
  [
    'subscriptions',
    { models: ['subscription'] },
    { models: ['SubscriptionModel'], uses: ['OnDemandStream', 'NonInteractiveStream', 'ConditionalDownload'] },
  ],
  ['two countries', { territories: { mode: 'include', codes: ['DE', 'AT'] } }, { territories: ['AT', 'DE'] }],
])('a store that takes %s is told of nothing else, of the release or its tracks', (_, takes, expected) => {
  const { input, xml } = messageFor(takes)
  if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
  expect(dealsOf(xml)).toEqual({ ...everything, ...expected })
  expect(checkMessage(input)).toEqual([])
})

it('territories of the release and of the store hold together', () => {
  const { xml } = messageFor(
    { territories: { mode: 'exclude', codes: ['US'] } },
    {},
    { territories: { mode: 'include', codes: ['US', 'CA'] } },
  )
  expect(dealsOf(xml).territories).toEqual(['CA'])
})

it('the preview shows which deals, and which parts of them, the store does not accept', () => {
  expect(listNotCarried(messageFor(undefined).input)).toEqual([])
  const of = (takes: StoreFilter) =>
    listNotCarried(messageFor(takes).input).map(({ pointer, message }) => `${pointer} ${message}`)
  expect(of({ models: ['subscription'] })).toEqual([
    '/deals In the deal stream, noninteractive_stream by subscription, ad_supported, this store does not accept ad_supported.',
    '/deals This store does not accept the deal download by paid.',
  ])
  expect(of({ uses: ['download'], territories: { mode: 'include', codes: ['DE'] } }).at(-1)).toBe(
    '/deals In the deal download by paid, this store does not accept some of its territories.',
  )
})

it('a release with nothing for the store is not sent, and the reason is shown', () => {
  expect(checkMessage(messageFor({ uses: ['ringtone'] }).input)).toEqual([
    {
      code: 'unsupported_usage',
      pointer: '/deals',
      message: 'This store accepts none of the deals of the release.',
      fix: 'Add a deal with a use and a territory that the store accepts, or remove the store from the outlets.',
    },
  ])
  expect(checkMessage(messageFor({}, {}, { deals: [] }).input)).toMatchObject([
    { code: 'no_deal_in_new_release_message' },
  ])
})

it('a release with files that the store does not accept is not sent, and the reason is shown', () => {
  const specification = { code: 'resource_not_meeting_specifications' }
  expect(checkMessage(messageFor({ audio: ['flac'], leastCover: 3000 }).input)).toEqual([])
  expect(checkMessage(messageFor({ audio: ['wav', 'aiff'] }).input)[0]).toEqual({
    ...specification,
    pointer: '/tracks/0/uploadId',
    message: 'Track 1 is a FLAC file, which this store does not accept.',
    fix: 'Export it again as WAV or AIFF.',
  })
  expect(checkMessage(messageFor({ leastCover: 3001 }).input)).toEqual([
    {
      ...specification,
      pointer: '/coverUploadId',
      message: 'The cover has 3000 x 3000 pixels, but this store requires at least 3001.',
      fix: 'Export a larger cover from the original artwork.',
    },
  ])
})

it('a takedown ends what the store was offered', () => {
  const { input } = messageFor(undefined)
  expect(describeTakedown(input, { takedownStyle: 'no_deal', takes: { uses: ['download'] } })).toEqual({
    way: 'no_deal',
    ends: [{ territories: { mode: 'worldwide' }, models: ['paid'], uses: ['download'] }],
  })
})

it('genres go by the words of the store, others by their name', () => {
  const { xml } = messageFor(undefined, { electronic: 'Dance & Electronica' }, { subgenre: 'house' })
  if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
  expect(values(xml, 'GenreText')).toEqual(['Dance &amp; Electronica', 'Jazz'])
  expect(values(xml, 'SubGenre')).toEqual(['House'])
})

it('the preview shows that instruments of artists are not carried, but those of others are', () => {
  const artist = { name: 'Ada Lund', role: 'main_artist' as const, instruments: ['Piano'] }
  const player = { name: 'Bo Ek', role: 'performer' as const, instruments: ['Violin'] }
  expect(listNotCarried(sample({}, [track(1, { contributors: [artist, player] })]))).toEqual([
    {
      pointer: '/tracks/0/contributors/0/instruments',
      message: 'ERN does not support instruments of artists. Also add the person as a performer.',
    },
  ])
})
