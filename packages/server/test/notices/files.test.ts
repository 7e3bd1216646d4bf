import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { undoAfterEach } from '../harness/cleanup.ts'
import { type NoticeDesk, openNoticeDesk } from '../harness/notices.ts'

/** Notices of what ends in the background: the triggers, and what a person reads. */

const id = (prefix: string) => `${prefix}_01JD3MZ6V8Q4W9X2K7N5T0RHYB`

undoAfterEach()

describe('the end of', () => {
  let desk: NoticeDesk
  let night: AccountId
  beforeEach(async () => {
    desk = await openNoticeDesk(Date.parse('2026-05-01T08:00:00Z'))
    night = await desk.addAccount('Night Label')
    const mia = await desk.addPerson('mia@label.example')
    await desk.join(night, mia)
    await desk.choose(mia, night, { files: 'at_once' })
  })
  const run = (statement: string, ...values: (string | null)[]) => desk.system.execute(statement, [night, ...values])
  const told = async () => {
    const [mail, ...others] = await desk.tell()
    expect(others).toEqual([])
    return (
      mail && [mail.subject, mail.paragraphs[0], mail.links[0]?.replace(`https://music.example/console/a/${night}`, '')]
    )
  }

  it('an export is told, ready or failed', async () => {
    await run(
      `insert into exports (account_id, id, head_key, created_at) values ($1, $2, $3, '2026-05-01T07:00:00Z')`,
      id('exp'),
      id('upl'),
    )
    await run(`update exports set status = 'running' where account_id = $1`)
    expect(await told()).toBe(undefined)
    await run(`update exports set status = 'failed', ended_at = now(), expires_at = now() where account_id = $1`)
    expect(await told()).toEqual([
      'Night Label: The export of “2026-05-01” failed',
      'The export of “2026-05-01” failed.',
      '/exports',
    ])
  })

  it('a table is told with the outcome of its releases, and a dry run is not', async () => {
    const insert = `insert into table_imports (account_id, id, status, dry_run, filename, sha256, actor, created_at)
      values ($1, $2, 'running', $3::boolean, 'spring.csv', decode(repeat('00', 32), 'hex'), '{}', now())`
    await run(insert, id('tbi'), 'false')
    await run(insert, 'tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYC', 'true')
    for (const [position, outcome] of [
      ['1', 'created'],
      ['2', 'created'],
      ['3', 'refused'],
    ] as const)
      await run(
        `insert into table_import_releases (account_id, import_id, position, key, line, rows, row_count, outcome, is_due)
         values ($1, $2, $3::int, 'key ' || $3, $3::int, '[]', 1, $4, false)`,
        id('tbi'),
        position,
        outcome,
      )
    await run(`update table_imports set status = 'done', ended_at = now() where account_id = $1`)
    expect(await told()).toEqual([
      'Night Label: The table “spring.csv” was imported',
      'The table “spring.csv” was imported: 2 created, 1 refused',
      `/imports/${id('tbi')}`,
    ])
  })

  it('a job is told with its counts', async () => {
    await run(
      `insert into bulk_jobs (account_id, id, action, status, parameters, dry_run, actor, total, done, stored_bytes,
         created_at, moved_at) values ($1, $2, 'submit', 'running', '{}', false, '{}', 12, 10, 0, now(), now())`,
      id('blk'),
    )
    await run(
      `update bulk_jobs set status = 'completed', done = 11, refused = 1, ended_at = now() where account_id = $1`,
    )
    expect(await told()).toEqual([
      'Night Label: The job “submit” is done',
      'The job “submit” is done: 11 done, 0 unchanged, 1 refused',
      `/jobs/${id('blk')}`,
    ])
  })

  it('a report is told to each account that it is about, without the name of the file', async () => {
    const other = await desk.addAccount('Other Label')
    await desk.join(other, await desk.addPerson('tom@other.example'))
    await desk.system.execute(
      `with made as (
         insert into reports (id, source, format, file_name, sha256, period_start, period_end, lines, is_statement, created_at)
         values ($2, 'store', 'csv', 'other-label.csv', decode(repeat('00', 32), 'hex'), '2026-03-01', '2026-03-31', 1,
                 false, now()) returning id)
       insert into report_cells (account_id, report_id, release_id, store, territory, model, period_start, period_end, lines)
       select $1, id, 'rel_1', 'big', 'DE', '', '2026-03-01', '2026-03-31', 1 from made`,
      [night, id('rpt')],
    )
    expect(await told()).toEqual([
      'Night Label: The report “store 2026-03-01 to 2026-03-31” was imported',
      'The report “store 2026-03-01 to 2026-03-31” was imported.',
      `/reports/${id('rpt')}`,
    ])
  })

  it('an imported message is told, and one that changed nothing is not', async () => {
    const insert = `insert into imports (account_id, id, message, sha256, files, actor, message_id, created_at)
      values ($1, $2, 'x', decode(repeat('00', 32), 'hex'), '{}', '{}', $3, now())`
    await run(insert, id('imp'), 'MSG-42')
    await run(insert, 'imp_01JD3MZ6V8Q4W9X2K7N5T0RHYC', 'MSG-43')
    await run(
      `update imports set status = case message_id when 'MSG-42' then 'refused' else 'unchanged' end, ended_at = now()
       where account_id = $1`,
    )
    expect(await told()).toEqual([
      'Night Label: The message “MSG-42” was refused or is incomplete',
      'The message “MSG-42” was refused or is incomplete.',
      '',
    ])
  })
})
