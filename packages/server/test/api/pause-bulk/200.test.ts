import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('pauseBulk stops the job, and the next one of the account takes the turns', async () => {
  const { fixture, start, act, turn, ask, releases } = await openBulkAccount()
  const ids = await releases(2)
  const { body: first } = await start({ action: 'patch', ids, patch: { label: 'First' } })
  const { body: second } = await start({ action: 'patch', ids, patch: { label: 'Second' } })
  expect(await act(first.id, 'pause')).toMatchObject({
    status: 200,
    body: { id: first.id, status: 'paused', endedAt: null },
  })
  await turn()
  expect((await ask(`/${first.id}`)).body.counts).toMatchObject({ waiting: 2, done: 0 })
  expect((await ask(`/${second.id}`)).body).toMatchObject({ status: 'completed', counts: { done: 2 } })
  expect((await fixture.get(ids[0] ?? '')).body.label).toBe('Second')
})
