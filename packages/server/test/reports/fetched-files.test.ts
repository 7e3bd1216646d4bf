import { expect, it } from 'vitest'
import { ownReports } from '../../src/features/reports/own-reports.ts'
import { reportReader } from '../../src/features/reports/read-in-jail.ts'
import type { UploadContent } from '../../src/features/uploads/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { eventually } from '../harness/eventually.ts'
import { startReportHub, table } from '../harness/report-hub.ts'
import { createTusUpload } from '../harness/tus-client.ts'

it('the transaction of a report stays awake while its files are fetched from an object store', async () => {
  const { hub, account, write } = await startReportHub()
  const { database } = hub.opened
  const march = table('ZZ-ABC-26-00001,,Intro,big,DE,2026-03,100,,0.10,EUR')
  const { uploadId } = await createTusUpload(hub.url, await account.key(), {
    ...{ size: march.length, filename: 'march.csv', kind: 'report', bytes: Buffer.from(march) },
  })
  const fetched = await write(march)
  let pid = 0
  const findLastStatement = () =>
    database.system.row<{ query: string; at: string }>(
      'select query, state_change::text as at from pg_stat_activity where pid = $1',
      [pid],
    )
  const withLocalFiles: UploadContent['withLocalFiles'] = async (_uploads, work) => {
    const said = new Set<string>()
    const hasSaidTwice = async (): Promise<boolean> => {
      const last = await findLastStatement()
      if (last?.query === 'select 1') said.add(last.at)
      return said.size >= 2
    }
    await eventually(hasSaidTwice, { what: 'signs of life' })
    return work([fetched])
  }
  const own = ownReports({
    ...hub.hub.http,
    ...{
      quotas: { requireQuota: async () => {} },
      reader: reportReader({ log: silentLog }),
      withLocalFiles,
      wakeMs: 5,
    },
  })
  const { rows } = await database.tenantTransaction(account.accountId, async (trx) => {
    pid = (await trx.transaction.row<{ pid: number }>('select pg_backend_pid() as pid'))?.pid ?? 0
    return own.preview(trx, { uploads: [uploadId], source: 'store' })
  })
  expect(rows).toHaveLength(1)
})
