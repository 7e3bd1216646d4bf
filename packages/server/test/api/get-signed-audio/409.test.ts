import { expect, it } from 'vitest'
import { signAddress } from '../../../src/features/plays/feed/signed-addresses.ts'
import { deriveKey } from '../../../src/platform/secrets/encryption.ts'
import { offerMaster, tokenOfSiteA } from '../../harness/shared-property-hub.ts'
import { startSigningHub } from '../../harness/signing-hub.ts'

it('getSignedAudio 409 says when to try again while the compressed audio is made, and if it cannot be', async () => {
  const { hub } = await startSigningHub()
  const { accountId, trackId: id } = await offerMaster(hub, Buffer.from('audio'))
  const key = deriveKey(Buffer.from(tokenOfSiteA), 'signed addresses', 'site-a')
  const expires = Date.parse('2026-05-01T08:15:00Z') / 1000
  const signature = signAddress(key, { kind: 'audio-mp3', id, property: 'site-a', expires, network: undefined })
  const query = `format=mp3&property=site-a&expires=${expires}&signature=${signature}`
  const ask = () => hub.json('GET', `/api/signed/tracks/${id}/audio?${query}`)
  const { status, headers, body } = await ask()
  expect([status, headers.get('retry-after'), body.error]).toEqual([409, '30', 'rendition_not_ready'])
  await hub.opened.database
    .tenant(accountId)
    .execute(`update renditions set status = 'failed', ended_at = now() where account_id = $1`)
  expect((await ask()).body.error).toBe('rendition_unavailable')
})
