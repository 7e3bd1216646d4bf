import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('undoBulk refuses jobs that run, that changed nothing, and that cannot be undone', async () => {
  const { run, start, act, releases } = await openBulkAccount()
  const ids = await releases(1)
  const patch = { label: 'New' }
  const detailOf = async (id: string) => {
    const { status, body } = await act(id, 'undo')
    return [status, body.error, body.detail]
  }
  const { job: dry } = await run({ action: 'patch', ids, patch, dryRun: true })
  expect(await detailOf(dry.id)).toEqual([
    409,
    'state_conflict',
    'A dry run changed nothing, so there is nothing to undo. Allowed actions: nothing.',
  ])
  const { job: checked } = await run({ action: 'validate', ids })
  expect(await detailOf(checked.id)).toEqual([
    409,
    'state_conflict',
    'Action validate cannot be undone. Only patch and outlets can. Allowed actions: nothing.',
  ])
  const { body: running } = await start({ action: 'patch', ids, patch })
  expect(await detailOf(running.id)).toEqual([
    409,
    'state_conflict',
    'The bulk job is running. Cancel it first. Allowed actions: pause, cancel.',
  ])
})
