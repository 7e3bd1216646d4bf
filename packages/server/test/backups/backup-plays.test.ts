import { expect, it } from 'vitest'
import { createDayPartition } from '../../src/features/plays/ledger/pg/plays-queries.ts'
import { operatorOf } from '../harness/operator.ts'
import { newFolder, openEmptyPlace, startFirstHub } from './restored-hub.ts'

it('restores plays from a backup, each in the partition of its day', async () => {
  const hub = await startFirstHub()
  const { database } = hub.opened
  for (const day of ['2026-01-02', '2026-01-03']) {
    await createDayPartition(database, day)
    await database.system.execute(
      `insert into plays (day, property, id, at, series, territory, source, model)
       values ($1::date, 'radio', 'play of ' || $1::text, $1::date, 1, 'DE', 'radio', '')`,
      [day],
    )
  }
  const folder = await newFolder()
  expect(await operatorOf(hub)('backup', 'create', '--to', folder)).toMatchObject({ code: 0, err: [] })
  const place = await openEmptyPlace()
  expect(await place.restore(folder)).toMatchObject({ code: 0, err: [] })
  expect(
    await place.opened.database.system.rows('select tableoid::regclass::text as part, id from plays order by id'),
  ).toEqual([
    { part: 'plays_20260102', id: 'play of 2026-01-02' },
    { part: 'plays_20260103', id: 'play of 2026-01-03' },
  ])
})
