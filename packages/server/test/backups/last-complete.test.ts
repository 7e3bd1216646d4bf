import { expect, it } from 'vitest'
import { findLastComplete, finishRun, insertRun } from '../../src/features/backups/backup-queries.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

it('the last complete backup is none that failed, runs, or lacks bytes', async () => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const { system } = opened.database
  for (const id of ['whole', 'lacking', 'failed', 'running']) await insertRun(system, id)
  await finishRun(system, 'lacking', false)
  await finishRun(system, 'failed', undefined)
  expect(await findLastComplete(system)).toBeUndefined()
  await finishRun(system, 'whole', true)
  expect(await findLastComplete(system)).toBeInstanceOf(Date)
})
