import { expect, it } from 'vitest'
import { openTransferAccount, transfersPath } from '../../harness/transfers.ts'

it('updateTransfer changes what is named, and keeps the rest and the marks', async () => {
  const { hub, fixture, take, ask, mark, deliver } = await openTransferAccount()
  const { body: release } = await fixture.release({ title: 'Rain' })
  const { id } = await take(`upc,releaseTitle,trackTitle\n${release.upc},Rain,Song 1\n`, { outlets: ['sandbox'] })
  await deliver(release.id, 'live')
  await mark(id, { outlet: 'sandbox' })
  const change = (patch: object) => hub.json('PATCH', `${transfersPath}/${id}`, { key: fixture.key, body: patch })
  expect(await change({ deadline: '2031-04-30' })).toMatchObject({
    status: 200,
    body: { id, name: 'Spring move', distributor: 'Old Distributor', deadline: '2031-04-30', status: 'ready' },
  })
  expect(await change({ name: 'Autumn move', distributor: 'Other', outlets: ['sandbox'] })).toMatchObject({
    status: 200,
    body: { name: 'Autumn move', distributor: 'Other', deadline: '2031-04-30', outlets: [{ id: 'sandbox' }] },
  })
  expect((await change({})).body).toMatchObject({ name: 'Autumn move', releases: 1 })
  expect((await ask(`/${id}`)).body.progress).toMatchObject([{ outlet: { id: 'sandbox' }, oldDown: 1 }])
})
