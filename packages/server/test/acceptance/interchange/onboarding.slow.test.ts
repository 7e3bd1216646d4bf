import { XmlDocument } from 'libxml2-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import { trackMetadata } from '../../harness/release-metadata.ts'
import { releasesPath } from '../../harness/releases.ts'
import { acknowledge, openStoreHub, type StoreHub } from '../../harness/store-folder.ts'

/**
 * The five deliveries with which a store tests a new sender (Spotify's onboarding, as of November 2026). Our receiver
 * reads each message and only keeps the last one of every release.
 */

/** The offers of a store's release, one line per track, place, model and use. */
function readOffer(xml: string): { readonly type: string; readonly offers: string[] } {
  const document = XmlDocument.fromString(xml)
  const texts = (path: string) => document.find(path).map(({ content }) => content)
  const within = (path: string, inner: string) => document.find(`${path}/${inner}`).map(({ content }) => content)
  const deals = document.find('//ReleaseDeal')
  const offers = deals.flatMap((_, index) => {
    const place = `//ReleaseDeal[${index + 1}]`
    return within(place, 'DealReleaseReference').flatMap((reference) =>
      document.find(`${place}/Deal`).flatMap((__, at) => {
        const terms = `${place}/Deal[${at + 1}]/DealTerms`
        const start = within(terms, 'ValidityPeriod/StartDateTime')[0]
        const areas = [
          ...within(terms, 'TerritoryCode'),
          ...within(terms, 'ExcludedTerritoryCode').map((code) => `not ${code}`),
        ].join(' ')
        return within(terms, 'CommercialModelType').flatMap((model) =>
          within(terms, 'UseType').map((use) => `${reference}: ${areas}, ${model}, ${use}, from ${start}`),
        )
      }),
    )
  })
  const read = {
    type: texts('//Release/ReleaseType')[0] ?? '',
    offers: offers.sort(),
  }
  document.dispose()
  return read
}

/** The sender and the time of a message, which differ each time. */
const withoutIdentity = (xml: string): string =>
  xml.replaceAll(/<(MessageId|MessageThreadId|MessageCreatedDateTime)>[^<]+</g, '<$1><')

const places = (codes: string) => ({ mode: 'include', codes: codes.split(' ') })
const streams = (codes: string, startsAt = '2026-11-01') => ({
  territories: places(codes),
  startsAt,
  models: ['subscription'],
  uses: ['stream'],
})
const tracks = [1, 2].map((place) => ({ title: `Song ${place}`, ...trackMetadata(8000 + place) }))

describe('a store that takes on a new sender', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub()
  })

  it('receives five deliveries in a row, and stores the content of each', async () => {
    const { id: outlet, folder } = await store.addStore()
    const { fixture, reach } = store
    let count = 0
    const receive = async (answer: string) => {
      const { xml, messageId } = await store.nthMessage(folder, ++count)
      await acknowledge(folder, messageId, answer)
      return xml
    }
    const release = await store.submit(outlet, { type: 'album', deals: [streams('DE')], tracks })
    /** The preview equals what is sent. */
    const change = async (patch: object, status: 'live' | 'ingested') => {
      expect(await fixture.patch(release.id, patch)).toMatchObject({ status: 200 })
      const path = `${releasesPath}/${release.id}/ern?outlet=${outlet}`
      const { body: preview } = await store.hub.json('GET', path, { key: fixture.key })
      expect(await fixture.act(release.id, 'submit')).toMatchObject({ status: 200 })
      const xml = await receive('FileOK')
      expect(withoutIdentity(xml)).toBe(withoutIdentity(preview.xml))
      await reach(release.id, status)
      return readOffer(xml)
    }

    expect(readOffer(await receive('FileOK'))).toEqual({
      type: 'Album',
      offers: [
        'R0: DE, SubscriptionModel, OnDemandStream, from 2026-11-01T00:00:00',
        'R1: DE, SubscriptionModel, OnDemandStream, from 2026-11-01T00:00:00',
        'R2: DE, SubscriptionModel, OnDemandStream, from 2026-11-01T00:00:00',
      ],
    })
    await reach(release.id, 'live')
    expect(await change({ type: 'ep', deals: [streams('DE FR')] }, 'live')).toEqual({
      type: 'EP',
      offers: [
        'R0: DE FR, SubscriptionModel, OnDemandStream, from 2026-11-01T00:00:00',
        'R1: DE FR, SubscriptionModel, OnDemandStream, from 2026-11-01T00:00:00',
        'R2: DE FR, SubscriptionModel, OnDemandStream, from 2026-11-01T00:00:00',
      ],
    })
    const timed = { releaseTime: '18:30', releaseDate: '2026-12-11', deals: [streams('DE FR', '2026-12-11')] }
    expect(await change({ type: 'single', ...timed }, 'ingested')).toEqual({
      type: 'Single',
      offers: [
        'R0: DE FR, SubscriptionModel, OnDemandStream, from 2026-12-11T18:30:00',
        'R1: DE FR, SubscriptionModel, OnDemandStream, from 2026-12-11T18:30:00',
        'R2: DE FR, SubscriptionModel, OnDemandStream, from 2026-12-11T18:30:00',
      ],
    })
    const { body } = await fixture.get(release.id)
    const [first, second] = body.tracks
    const quiet = { ...without(first), restrictions: [{ uses: ['stream'] }] }
    expect(await change({ isCompilation: true, tracks: [quiet, without(second)] }, 'ingested')).toEqual({
      type: 'Single',
      offers: [
        'R0: DE FR, SubscriptionModel, OnDemandStream, from 2026-12-11T18:30:00',
        'R2: DE FR, SubscriptionModel, OnDemandStream, from 2026-12-11T18:30:00',
      ],
    })

    await fixture.act(release.id, 'takedown', { reason: 'The test is over.' })
    expect(readOffer(await receive('NoDealInNewReleaseMessage')).offers).toEqual([])
    await reach(release.id, 'taken_down')
  })
})

/** A track in an update. */
const without = ({ number: _number, durationMs: _duration, ...track }: Record<string, unknown>) => track
