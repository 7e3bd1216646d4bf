import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it('deleteExport deletes an export in any state, and no other one', async () => {
  const { ask, ready, waiting } = await openExportAccount()
  const [{ id: made }, open, kept] = [await ready(), await waiting(), await waiting()]
  for (const id of [made, open]) {
    expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 204, body: '' })
    for (const rest of [`/${id}`, `/${id}/archive`])
      expect(await ask('GET', rest)).toMatchObject({ status: 404, body: { error: 'export_not_found' } })
  }
  expect((await ask('GET')).body.data).toMatchObject([{ id: kept }])
})
