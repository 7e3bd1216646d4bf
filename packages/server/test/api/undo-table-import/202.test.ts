import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('undoTableImport deletes the drafts that the import created', async () => {
  const { take, ended, releases, fixture } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle\nA,First,One\n')
  const [release] = await releases(id)
  expect(await fixture.post(`${tablesPath}/${id}/undo`)).toMatchObject({ status: 202, body: { status: 'undoing' } })
  expect(await ended(id)).toMatchObject({ status: 'undone', outcomes: { created: 0, undone: 1 }, missingFiles: 0 })
  expect((await fixture.get(release?.releaseId ?? '')).status).toBe(404)
})
