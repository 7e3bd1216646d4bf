import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { binaryRows } from '../../src/platform/database/copy/binary-rows.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

it('is read by PostgreSQL as it was written, for any values', async () => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const long = 'é€'.repeat(100_000)
  const values = [
    { small: -2, whole: -70_000, big: -(2 ** 40) - 1, text: '', days: -1, ms: -1 },
    { small: 32_767, whole: 2 ** 31 - 1, big: 2 ** 53 - 1, text: long, days: 20_591, ms: 1_779_105_600_123 },
    { small: 0, whole: 0, big: 2 ** 32, text: 'a\tb\\', days: 10_957, ms: 946_684_800_000 },
  ]
  const rows = binaryRows(7)
  for (const { small, whole, big, text, days, ms } of values) {
    rows.row()
    rows.int2(small)
    rows.int4(whole)
    rows.int8(big)
    rows.text(text)
    rows.date(days)
    rows.instant(ms)
    rows.none()
  }
  const read = await opened.database.transaction(async (trx) => {
    await trx.execute(
      `create temporary table written (small smallint, whole int, big bigint, text text, days date, at timestamptz(3), none int)
       on commit drop`,
    )
    await trx.load('written', Readable.from([rows.end()]), '(format binary)')
    return trx.rows(
      `select small, whole, big, text, days - date '1970-01-01' as days, (extract(epoch from at) * 1000)::float8 as ms, none
       from written`,
    )
  })
  expect(read).toEqual(values.map((row) => ({ ...row, none: null })))
})

it('holds arrays, as PostgreSQL reads them', async () => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const texts = Array.from({ length: 30_000 }, (_, index) => (index % 2 === 0 ? '' : `"é,{${index}}`))
  const rows = binaryRows(5)
  rows.row()
  rows.array('int4', 2, (index) => rows.int4([-7, 70_000][index] ?? 0))
  rows.array('int8', 2, (index) => rows.int8([2 ** 40, -1][index] ?? 0))
  rows.array('date', 2, (index) => rows.date([20_591, -1][index] ?? 0))
  rows.array('text', texts.length, (index) => rows.text(texts[index] ?? ''))
  rows.array('text', 0, () => rows.text('never written'))
  const read = await opened.database.transaction(async (trx) => {
    await trx.execute(
      `create temporary table arrays (whole int[], big bigint[], days date[], texts text[], nothing text[]) on commit drop`,
    )
    await trx.load('arrays', Readable.from([rows.end()]), '(format binary)')
    return trx.rows('select whole, big::text, days::text, to_json(texts) as texts, nothing::text from arrays')
  })
  expect(read).toEqual([
    { whole: [-7, 70_000], big: '{1099511627776,-1}', days: '{2026-05-18,1969-12-31}', texts, nothing: '{}' },
  ])
})

it('leaves the connection usable when PostgreSQL refuses a row', async () => {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const load = (text: string) =>
    opened.database.transaction((trx) => trx.load('play_deltas (lane)', Readable.from([text])))
  for (let attempt = 0; attempt < 3; attempt++) await expect(load('none\n')).rejects.toThrow('invalid input syntax')
  expect(await opened.database.system.row('select 1 as one')).toEqual({ one: 1 })
})
