import { expect, it } from 'vitest'
import { signAddress } from '../../../src/features/plays/feed/signed-addresses.ts'
import { deriveKey } from '../../../src/platform/secrets/encryption.ts'
import { offerMaster, tokenOfSiteA } from '../../harness/shared-property-hub.ts'
import { startSigningHub } from '../../harness/signing-hub.ts'

it('getSignedAudio 409 says when to try again while the compressed audio is made', async () => {
  const { hub } = await startSigningHub()
  const { trackId: id } = await offerMaster(hub, Buffer.from('audio'))
  const key = deriveKey(Buffer.from(tokenOfSiteA), 'signed addresses', 'site-a')
  const expires = Date.parse('2026-05-01T08:15:00Z') / 1000
  const signature = signAddress(key, { kind: 'audio-mp3', id, property: 'site-a', expires, network: undefined })
  const query = `format=mp3&property=site-a&expires=${expires}&signature=${signature}`
  const { status, headers, body } = await hub.json('GET', `/api/signed/tracks/${id}/audio?${query}`)
  expect([status, headers.get('retry-after'), body.error]).toEqual([409, '30', 'rendition_not_ready'])
})
