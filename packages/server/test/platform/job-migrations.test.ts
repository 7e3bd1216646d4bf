import { expect, it } from 'vitest'
import { migrateJobs } from '../../src/platform/jobs/jobs.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

it('the library of jobs migrates the database once, and its newest migration is the one a start asks for', async () => {
  const { database, close } = await createTestDatabase()
  atEnd(close)
  const newest = () => database.system.row('select max(id) as id from graphile_worker.migrations')
  // Another number here: newestMigration in platform/jobs/jobs.ts must follow the library.
  expect(await newest()).toEqual({ id: 20 })
  await database.system.execute('drop schema graphile_worker cascade')
  await migrateJobs(database)
  expect(await newest()).toEqual({ id: 20 })
})
