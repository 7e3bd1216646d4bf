import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openExportAccount, unknownExport } from '../../harness/exports.ts'

it("downloadExport answers for another account's export as for one that never existed", async () => {
  const { ask } = await openExportAccount()
  const stranger = await openExportAccount()
  const { id } = await stranger.ready()
  expect(await differentAnswers([id, unknownExport, 'nonsense'], (asked) => ask('GET', `/${asked}/archive`))).toEqual([
    { status: 404, error: 'export_not_found' },
  ])
  expect((await stranger.ask('GET', `/${id}`)).body.status).toBe('ready')
})

it('downloadExport does not find an archive whose bytes were not restored with the hub', async () => {
  const { hub, ask, ready } = await openExportAccount()
  const { id } = await ready()
  await hub.opened.database.system.execute('update exports set head_key = $2 where id = $1', [
    id,
    'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  ])
  expect(await ask('GET', `/${id}/archive`)).toMatchObject({ status: 404, body: { error: 'export_not_found' } })
})
