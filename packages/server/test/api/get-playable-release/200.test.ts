import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'
import { sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'

describe('getPlayableRelease 200', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    account = await createTestAccount(hub)
  })
  const ask = (releaseId: string) => hub.json('GET', `/api/integration/releases/${releaseId}`, { bearer: tokenOfSiteA })

  it('has what an album page shows', async () => {
    const { releaseId, trackIds } = await createLiveRelease(hub, {
      accountId: account.accountId,
      properties: ['site-a', 'site-b'],
      trackTitles: ['Intro', 'Outro'],
      isrcs: ['ZZABC2600001'],
      gtin14: '00200000000011',
      container: 'wav',
      document: {
        version: 'Deluxe',
        catalogNumber: 'BL-1',
        releaseDate: '2026-01-01',
        originalReleaseDate: '2025-03-01',
        genre: 'electronic',
        language: 'en',
        explicit: 'clean',
        pLine: { year: 2026, text: 'Blue Lamp' },
        cLine: { year: 2026, text: 'Blue Lamp Music' },
        contributors: [{ name: 'Ada', role: 'main_artist', partyIds: { isni: '0000000121032683' } }],
      },
    })
    const { status, body } = await ask(releaseId)
    expect(status).toBe(200)
    const { tracks, ...release } = body
    expect(release).toEqual({
      id: releaseId,
      title: 'Night Drive',
      version: 'Deluxe',
      type: 'ep',
      displayArtist: 'Ada',
      contributors: [{ name: 'Ada', role: 'main_artist' }],
      label: 'Test Records',
      upc: '200000000011',
      catalogNumber: 'BL-1',
      releaseDate: '2026-01-01',
      originalReleaseDate: '2025-03-01',
      genre: 'electronic',
      language: 'en',
      explicit: 'clean',
      pLine: { year: 2026, text: 'Blue Lamp' },
      cLine: { year: 2026, text: 'Blue Lamp Music' },
      trackCount: 2,
      cover: null,
      signedCover: null,
    })
    const [first, second] = tracks
    expect(first).toEqual({
      trackId: trackIds[0],
      title: 'Intro',
      version: null,
      displayArtist: 'Ada',
      contributors: [{ name: 'Ada', role: 'main_artist' }],
      isrc: 'ZZABC2600001',
      explicit: 'clean',
      disc: 1,
      number: 1,
      durationMs: 180_000,
      territories: { mode: 'worldwide' },
      audio: {
        url: `${hub.url}/api/integration/tracks/${trackIds[0]}/audio`,
        contentType: 'audio/wav',
        size: 5,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        integratedLufs: null,
        truePeakDbtp: null,
      },
      changedAt: expect.stringMatching(/Z$/),
      signedAudio: {
        url: expect.stringContaining(`${hub.url}/api/signed/tracks/${trackIds[0]}/audio?property=site-a&expires=`),
        expiresAt: expect.stringMatching(/Z$/),
        boundTo: null,
      },
      renditions: [],
    })
    expect([second.trackId, second.number, tracks.length]).toEqual([trackIds[1], 2, 2])
  })

  it('leaves out a track that was taken down, and says how many the release has', async () => {
    const { accountId } = account
    const { releaseId, trackIds } = await createLiveRelease(hub, {
      ...{ accountId, properties: ['site-a'], trackTitles: ['One', 'Two'] },
    })
    await takeDown(hub, { accountId, releaseId, property: 'site-a', trackId: String(trackIds[0]) })
    const { body } = await ask(releaseId)
    expect([body.trackCount, body.tracks.map(({ title }: { title: string }) => title)]).toEqual([2, ['Two']])
  })
  it('binds the signed addresses to the network of one visitor, if the hub can tell the addresses of clients', async () => {
    const { releaseId } = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
    const boundTo = async (address: string, headers: Record<string, string> = {}) => {
      const path = `/api/integration/releases/${releaseId}?address=${address}`
      const { body } = await hub.json('GET', path, { bearer: tokenOfSiteA, headers })
      return body.tracks[0].signedAudio.boundTo
    }
    expect(await boundTo('203.0.113.7')).toBe('203.0.113.7')
    expect(await boundTo('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    // A proxy that SPINDLE_TRUSTED_PROXIES does not name: all clients have its address.
    expect(await boundTo('203.0.113.7', { 'x-forwarded-for': '198.51.100.1' })).toBe(null)
  })
})
