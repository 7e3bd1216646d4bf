import { expect, it } from 'vitest'
import { offerCover } from '../../harness/playable-cover.ts'
import { offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { audioPathOf, coverPathOf } from '../../harness/signing-hub.ts'

it('getSignedCover 403 refuses changed addresses, and signatures that were made for something else', async () => {
  const hub = await sharedPropertyHub()
  const { releaseId } = await offerCover(hub)
  const other = await offerMaster(hub, Buffer.from('audio'))
  const path = await coverPathOf(hub, releaseId)
  const [, query = ''] = (await audioPathOf(hub, other.releaseId)).split('?')
  const changed = [
    path.replace(releaseId, other.releaseId),
    path.replace(releaseId, 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'),
    path.replace('site-a', 'site-b'),
    path.replace(/expires=\d+/, 'expires=1'),
    `${path}x`,
    `/api/signed/releases/${other.releaseId}/cover?${query}`,
  ]
  for (const one of changed) {
    const { status, body } = await hub.json('GET', one)
    expect([one, status, body.error]).toEqual([one, 403, 'address_refused'])
  }
})
