import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it('createExport refuses a fourth export, for this account alone, until one is deleted', async () => {
  const { ask, waiting } = await openExportAccount()
  const [first] = [await waiting(), await waiting(), await waiting()]
  expect(await ask('POST')).toMatchObject({
    status: 403,
    body: {
      error: 'quota_exceeded',
      detail: 'The account can have at most 3 exports and has 3. Delete one, or wait until one expires.',
      quota: 'exports',
      limit: 3,
      used: 3,
    },
  })
  expect((await ask('GET', '?count=true')).body.page.total).toBe(3)
  expect((await (await openExportAccount()).ask('POST')).status).toBe(202)
  await ask('DELETE', `/${first}`)
  expect((await ask('POST')).status).toBe(202)
})
