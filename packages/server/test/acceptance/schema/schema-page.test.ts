import { expect, it } from 'vitest'
import { atEnd } from '../../harness/cleanup.ts'
import { createTestDatabase } from '../../harness/hub.ts'
import { readSource, sourceFiles } from '../coverage/store-functions.ts'
import { functionOwners, ownersByName, publishedViews, tableOwners, writtenBy } from './owners.ts'
import { readSchema } from './read-schema.ts'
import { schemaPage } from './schema-page.ts'

const page = new URL('../../../../../docs/schema.md', import.meta.url).pathname

it('docs/schema.md matches the database: npm run gen:schema writes it', async () => {
  const opened = await createTestDatabase()
  atEnd(opened.close)
  const ownerOf = new Map([
    ...ownersByName(tableOwners),
    ...ownersByName(functionOwners),
    ...Object.entries(publishedViews),
  ])
  const texts = new Map(
    sourceFiles()
      .toSorted()
      .map((path) => [path, readSource(path)]),
  )
  const schema = await readSchema(opened.database.system)
  await expect(schemaPage(schema, { texts, ownerOf, writtenBy })).toMatchFileSnapshot(page)
})
