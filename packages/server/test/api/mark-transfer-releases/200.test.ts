import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it('markTransferReleases marks all that are live, and takes marks back', async () => {
  const { fixture, take, mark, deliver, releases } = await openTransferAccount()
  const { body: live } = await fixture.release({ title: 'Rain' })
  const { body: sent } = await fixture.release({ title: 'Sun' })
  const { id } = await take(`upc,releaseTitle,trackTitle\n${live.upc},Rain,Song 1\n${sent.upc},Sun,Song 1\n`)
  await deliver(live.id, 'live')
  await deliver(sent.id, 'sent')
  const states = async () => (await releases(id)).map(({ stores }) => stores[0]?.state)
  expect((await mark(id, { outlet: 'sandbox' })).body).toEqual({ changed: 1, unchanged: 0 })
  expect(await states()).toEqual(['old_down', 'sent'])
  expect((await mark(id, { outlet: 'sandbox', upcs: [live.upc] })).body).toEqual({ changed: 0, unchanged: 1 })
  const early = { outlet: 'sandbox', upcs: [live.upc, sent.upc], reason: 'The old distributor was early' }
  expect((await mark(id, early)).body).toEqual({ changed: 1, unchanged: 1 })
  expect((await releases(id)).map(({ stores }) => stores[0]?.reason)).toEqual([null, 'The old distributor was early'])
  expect((await mark(id, { outlet: 'sandbox', upcs: [sent.upc], oldIsDown: false })).body).toEqual({
    changed: 1,
    unchanged: 0,
  })
  expect(await states()).toEqual(['old_down', 'sent'])
  expect((await mark(id, { outlet: 'sandbox', oldIsDown: false })).body).toEqual({ changed: 1, unchanged: 0 })
  expect(await states()).toEqual(['live', 'sent'])
})
