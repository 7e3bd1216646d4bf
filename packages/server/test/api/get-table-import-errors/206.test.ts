import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('getTableImportErrors answers a range alone', async () => {
  const { hub, key, take } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle\nB,,Two\n')
  const headers = { 'x-api-key': key, range: 'bytes=4-13' }
  const answer = await hub.request(`${tablesPath}/${id}/errors`, { headers })
  expect(answer.status).toBe(206)
  expect(await answer.text()).toBe('externalId')
})
