import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

const unknown = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

it('listBulkReleases has the releases in the order of the job, with what became of each', async () => {
  const { fixture, run, outcomes, ask } = await openBulkAccount()
  const { body: draft } = await fixture.release({ title: 'Harbour', label: 'Old' })
  const { body: same } = await fixture.release({ label: 'New' })
  const { job, releases } = await run({ action: 'patch', ids: [unknown, same.id, draft.id], patch: { label: 'New' } })
  expect(job).toMatchObject({
    status: 'completed',
    counts: { total: 3, waiting: 0, done: 1, unchanged: 1, refused: 1 },
  })
  expect(releases).toEqual([
    {
      releaseId: unknown,
      title: null,
      displayArtist: null,
      outcome: 'refused',
      revision: null,
      code: 'release_not_found',
      message: 'Release not found',
      errors: [],
      at: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ releaseId: same.id, outcome: 'unchanged', revision: 1, code: null }),
    expect.objectContaining({ releaseId: draft.id, title: 'Harbour', outcome: 'done', revision: 2, message: null }),
  ])
  expect((await fixture.get(draft.id)).body).toMatchObject({ label: 'New', revision: 2 })
  expect(await outcomes(job.id, '?outcome=unchanged')).toMatchObject([{ releaseId: same.id }])
  const { body: first } = await ask(`/${job.id}/releases?limit=2&count=true`)
  expect(first.page).toMatchObject({ hasMore: true, total: 3 })
  expect(await outcomes(job.id, `?limit=2&cursor=${first.page.nextCursor}`)).toMatchObject([{ releaseId: draft.id }])
})
