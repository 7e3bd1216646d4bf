import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it('getTransfer counts what differs and how far each store is, from the deliveries of this moment', async () => {
  const { fixture, take, ask, deliver } = await openTransferAccount()
  const { body: release } = await fixture.release({ title: 'Rain' })
  const { body: other } = await fixture.release({ title: 'Sun' })
  const rowOf = ({ upc, tracks }: typeof release, title: string) =>
    `${upc},${title},${tracks[0].title},${tracks[0].isrc}`
  const { id } = await take(
    ['upc,releaseTitle,trackTitle,isrc', rowOf(release, 'Rain'), rowOf(other, 'Sunny'), '036000291452,No,No,'].join(
      '\n',
    ),
  )
  const get = async () => (await ask(`/${id}`)).body
  expect(await get()).toMatchObject({
    status: 'ready',
    releases: 3,
    tracks: 3,
    comparison: { errors: 1, warnings: 1, equal: 1 },
    progress: [{ outlet: { id: 'sandbox', name: 'Sandbox' }, notSent: 3, sent: 0, live: 0, oldDown: 0 }],
  })
  // It waits: nothing was offered to the store.
  await deliver(other.id, 'queued')
  expect((await get()).progress).toMatchObject([{ notSent: 3, sent: 0, live: 0, oldDown: 0 }])
  await deliver(release.id, 'live')
  await deliver(other.id, 'sent')
  expect((await get()).progress).toMatchObject([{ notSent: 1, sent: 1, live: 1, oldDown: 0 }])
  await deliver(release.id, 'taken_down')
  await deliver(other.id, 'refused')
  expect((await get()).progress).toMatchObject([{ notSent: 3, sent: 0, live: 0, oldDown: 0 }])
})
