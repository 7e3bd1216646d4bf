import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('getTableImportErrors refuses a range after the last byte', async () => {
  const { hub, key, take } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle\nB,,Two\n')
  const headers = { 'x-api-key': key, range: 'bytes=99999-' }
  const answer = await hub.request(`${tablesPath}/${id}/errors`, { headers })
  expect(answer.status).toBe(416)
  expect(await answer.json()).toMatchObject({ error: 'range_not_satisfiable' })
})
