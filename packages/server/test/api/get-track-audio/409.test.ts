import { expect, it } from 'vitest'
import { askAsSiteA, offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

it('getTrackAudio 409 says when to try again while the compressed audio is made', async () => {
  const hub = await sharedPropertyHub()
  const { path } = await offerMaster(hub, Buffer.from('audio'))
  for (const _ of ['requested', 'requested before']) {
    const answer = await askAsSiteA(hub, `${path}?format=mp3`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '30'])
    expect(await answer.json()).toMatchObject({ error: 'rendition_not_ready' })
  }
  expect((await askAsSiteA(hub, path)).status).toBe(200)
})

it('getTrackAudio 409 says that a master could not be encoded', async () => {
  const hub = await sharedPropertyHub()
  const { accountId, path } = await offerMaster(hub, Buffer.from('audio'))
  await askAsSiteA(hub, `${path}?format=mp3`)
  await hub.opened.database
    .tenant(accountId)
    .execute(`update renditions set status = 'failed', ended_at = now() where account_id = $1`)
  const answer = await askAsSiteA(hub, `${path}?format=mp3`)
  expect([answer.status, (await answer.json()).error]).toEqual([409, 'rendition_unavailable'])
})
