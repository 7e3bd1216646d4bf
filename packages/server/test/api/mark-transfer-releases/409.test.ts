import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it('markTransferReleases refuses releases that are not live at the store, and marks none', async () => {
  const { fixture, take, mark, deliver, releases } = await openTransferAccount()
  const { body: live } = await fixture.release({ title: 'Rain' })
  const { body: sent } = await fixture.release({ title: 'Sun' })
  const { id } = await take(`upc,releaseTitle,trackTitle\n${live.upc},Rain,Song 1\n${sent.upc},Sun,Song 1\n`)
  await deliver(live.id, 'live')
  await deliver(sent.id, 'sent')
  const { status, body } = await mark(id, { outlet: 'sandbox', upcs: [live.upc, sent.upc] })
  expect({ status, error: body.error, detail: body.detail, errors: body.errors }).toEqual({
    status: 409,
    error: 'transfer_not_live',
    detail: '1 of the releases is not live at sandbox yet. The old copies go down on 2030-03-31. Nothing was marked.',
    errors: [
      {
        pointer: '/upcs/1',
        code: 'sent',
        detail: `"Sun" (${sent.upc}) is on its way to sandbox.`,
        fix: 'Wait until it is live, leave it out, or give a reason if its old copy is down already.',
      },
    ],
  })
  expect((await releases(id)).map(({ stores }) => stores[0]?.state)).toEqual(['live', 'sent'])
})

it('markTransferReleases refuses a transfer whose table is not read yet, or was refused', async () => {
  const { bring, read, mark } = await openTransferAccount()
  const { id } = (await bring('upc\n')).body
  expect(await mark(id, { outlet: 'sandbox' })).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'waiting' },
  })
  await read(id)
  expect(await mark(id, { outlet: 'sandbox' })).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'refused' },
  })
})
