import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it('deleteTableMapping deletes the mapping, and an import that was handed in with it keeps its copy', async () => {
  const { keep, mappings, bring, ended } = await openMappingAccount()
  await keep('old', { columns: { externalId: 'Id', releaseTitle: 'Album', trackTitle: 'Song' } })
  const { body } = await bring('Id,Album,Song\nA,First,One\n', { mappingName: 'old' })
  expect((await mappings('DELETE', '/old')).status).toBe(204)
  expect((await mappings('GET', '/old')).status).toBe(404)
  expect(await ended(body.id)).toMatchObject({ status: 'done', mappingName: 'old', outcomes: { created: 1 } })
})
