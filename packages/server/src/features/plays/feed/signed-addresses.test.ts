import { describe, expect, it } from 'vitest'
import { deriveKey } from '../../../platform/secrets/encryption.ts'
import { expiryOf, type PresentedAddress, signAddress, signedAddresses } from './signed-addresses.ts'

const trackId = 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
// 32 times the letter a, as the token of site-a: the literals below were calculated by another program.
const key = Buffer.from('ac3682c3bfe448dd1e95fc96c4e37c07fb200242aab7b65b53998ec1fd795822', 'hex')
const otherKey = Buffer.alloc(32, 7)
const ofTrack = 'vi6kkwPwcI5Ts7zYn1Sby9_yjKVBRdUm0AcHqvg4JH8'
const ofCover = 'u_UfnwG3f60tD5hKlWin7nIw85GM2SWzp45I8xkAgNw'
const ofTrackForOneClient = 'gYMxFpWuk2G6TfHZRaOHH_cehV8xWOi3EOitl9NPz3g'

/** At 2026-05-01T08:01:40Z. */
const start = (keys: readonly Buffer[] = [key], nowMs = 1_777_622_500_000) =>
  signedAddresses({
    publicUrl: 'https://hub.example',
    lifeSeconds: 900,
    clock: { now: () => nowMs },
    findSigningKeys: (property) => (property === 'site-a' ? keys : []),
  })

const siteA = { kind: 'property', id: 'site-a', signingKey: key } as const

describe('a signed address', () => {
  it('has a key that only the token of the property gives', () => {
    expect(deriveKey(Buffer.from('a'.repeat(32)), 'signed addresses', 'site-a')).toEqual(key)
  })

  it('has the property, its end and a signature', () => {
    const sign = start().signerFor(siteA, undefined)
    expect(sign('audio', trackId)).toEqual({
      url: `https://hub.example/api/signed/tracks/${trackId}/audio?property=site-a&expires=1777623300&signature=${ofTrack}`,
      expiresAt: '2026-05-01T08:15:00.000Z',
      boundTo: null,
    })
    expect(sign('cover', releaseId).url).toBe(
      `https://hub.example/api/signed/releases/${releaseId}/cover?property=site-a&expires=1777623300&signature=${ofCover}`,
    )
  })

  it('names the network it is bound to, and keeps it out of the URL', () => {
    const { url, boundTo } = start().signerFor(siteA, '203.0.113.7')('audio', trackId)
    expect([boundTo, url.includes('203'), url.endsWith(`signature=${ofTrackForOneClient}`)]).toEqual([
      '203.0.113.7',
      false,
      true,
    ])
  })

  it.each([
    [900, '2026-05-01T08:00:00Z', '2026-05-01T08:15:00Z'],
    [900, '2026-05-01T08:02:59.999Z', '2026-05-01T08:15:00Z'],
    [900, '2026-05-01T08:03:00Z', '2026-05-01T08:18:00Z'],
    [60, '2026-05-01T08:00:11.999Z', '2026-05-01T08:01:00Z'],
    [86_400, '2026-05-01T08:00:00Z', '2026-05-02T04:48:00Z'],
  ])('of %i seconds made at %s ends at a fixed time', (lifeSeconds, now, end) => {
    expect(expiryOf(Date.parse(now), lifeSeconds)).toBe(Date.parse(end) / 1000)
  })
})

describe('the hub', () => {
  const address: PresentedAddress = {
    kind: 'audio',
    id: trackId,
    property: 'site-a',
    expires: 1_777_623_300,
    signature: ofTrack,
    network: '198.51.100.1',
  }
  const judge = (changes: Partial<PresentedAddress> = {}, addresses = start()): string => {
    try {
      addresses.require({ ...address, ...changes })
      return 'accepted'
    } catch (error) {
      return (error as { readonly code: string }).code
    }
  }

  it('accepts an address until it ends', () => {
    expect(judge()).toBe('accepted')
    expect(judge({}, start([key], 1_777_623_299_999))).toBe('accepted')
    expect(judge({}, start([key], 1_777_623_300_000))).toBe('address_refused')
  })

  it('accepts addresses of each token of the property, and of no other', () => {
    expect(judge({}, start([otherKey, key]))).toBe('accepted')
    expect(judge({}, start([otherKey]))).toBe('address_refused')
    expect(judge({}, start([]))).toBe('address_refused')
  })

  it.each<[string, Partial<PresentedAddress>]>([
    ['another track', { id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYC' }],
    ['another kind', { kind: 'cover' }],
    ['another property', { property: 'site-b' }],
    ['a later end', { expires: 1_777_623_301 }],
    ['a changed signature', { signature: `w${ofTrack.slice(1)}` }],
    ['a shortened signature', { signature: ofTrack.slice(0, -1) }],
    ['padding', { signature: `${ofTrack}=` }],
    ['the last character in another spelling of the same bytes', { signature: `${ofTrack.slice(0, -1)}9` }],
    ['no signature', { signature: '' }],
    ['letters beyond ASCII', { signature: 'ä'.repeat(43) }],
  ])('refuses %s', (_, changes) => {
    expect(judge(changes)).toBe('address_refused')
  })

  it('accepts a bound address from its network alone', () => {
    const signature = ofTrackForOneClient
    expect(judge({ signature, network: '203.0.113.7' })).toBe('accepted')
    expect(judge({ signature, network: '203.0.113.8' })).toBe('address_refused')
  })

  it('refuses an address that a property signed for longer than any setting allows', () => {
    const expires = 1_777_622_500 + 86_401
    const signature = signAddress(key, { kind: 'audio', id: trackId, property: 'site-a', expires, network: undefined })
    expect(judge({ expires, signature })).toBe('address_refused')
  })
})
