import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

const table = 'externalId,releaseTitle,trackTitle\nA,First,One\n'

it('createTableImport keeps the table and answers immediately with an import that waits', async () => {
  const { hub, bring, ask } = await openSharedTableAccount()
  const { status, headers, body } = await bring(table, { filename: 'catalog.csv', preset: 'spindle' })
  expect(status).toBe(202)
  expect(headers.get('location')).toBe(`${hub.url}${tablesPath}/${body.id}`)
  expect(body).toEqual({
    id: expect.stringMatching(/^tbi_[0-9A-HJKMNP-TV-Z]{26}$/),
    status: 'waiting',
    dryRun: false,
    filename: 'catalog.csv',
    preset: 'spindle',
    mappingName: null,
    sha256: createHash('sha256').update(table).digest('hex'),
    rows: 0,
    releases: 0,
    tracks: 0,
    releaseQuota: null,
    outcomes: { waiting: 0, created: 0, updated: 0, unchanged: 0, refused: 0, undone: 0 },
    ready: 0,
    missingFiles: 0,
    columns: [],
    suggestedMapping: null,
    ignoredColumns: [],
    problems: [],
    createdAt: expect.any(String),
    endedAt: null,
  })
  expect((await ask(`/${body.id}`)).body).toEqual(body)
})
