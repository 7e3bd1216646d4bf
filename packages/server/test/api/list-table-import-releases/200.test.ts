import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

const table = 'externalId,releaseTitle,trackTitle,audioFile\nA,First,One,a/one.wav\nB,,Two,\nC,Third,Three,\n'

it('listTableImportReleases answers the releases of a table in its order, with problems and missing files', async () => {
  const { take, ask } = await openSharedTableAccount()
  const { id } = await take(table)
  const { status, body } = await ask(`/${id}/releases?count=true`)
  expect(status).toBe(200)
  expect(body.page).toEqual({ limit: 20, nextCursor: null, hasMore: false, total: 3 })
  expect(body.data[1]).toEqual({
    position: 2,
    key: 'B',
    line: 3,
    rows: 1,
    title: null,
    outcome: 'refused',
    releaseId: null,
    problems: [
      {
        code: 'required',
        severity: 'error',
        line: 3,
        column: null,
        message: 'The release has no title.',
        fix: 'Fill releaseTitle.',
      },
    ],
    missingFiles: [],
  })
  expect(body.data[0]).toMatchObject({
    outcome: 'created',
    missingFiles: [
      {
        kind: 'audio',
        trackId: expect.stringMatching(/^trk_/),
        title: 'One',
        files: ['a_one.wav', 'a/one.wav'],
        sha256: null,
      },
    ],
  })
})

it('listTableImportReleases takes only those with an outcome, or with missing files, page by page', async () => {
  const { take, ask } = await openSharedTableAccount()
  const { id } = await take(table)
  const found = async (query: string): Promise<string[]> => {
    const { body } = await ask(`/${id}/releases?${query}`)
    return body.data.map(({ key }: { key: string }) => key)
  }
  expect(await found('outcome=refused')).toEqual(['B'])
  expect(await found('outcome=created')).toEqual(['A', 'C'])
  expect(await found('missingFiles=true')).toEqual(['A', 'C'])
  expect(await found('missingFiles=false')).toEqual(['B'])
  const { body: imported } = await ask(`/${id}`)
  const [ready, others] = [await found('ready=true'), await found('ready=false')]
  expect(ready).toHaveLength(imported.ready)
  expect([...ready, ...others].toSorted()).toEqual(['A', 'B', 'C'])
  expect(others).toContain('B')
  const { body } = await ask(`/${id}/releases?limit=2`)
  expect(await found(`limit=2&cursor=${body.page.nextCursor}`)).toEqual(['C'])
})
