import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atEnd } from '../../harness/cleanup.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { operatorOf } from '../../harness/operator.ts'
import { marchOf, openReportAccount } from '../../harness/own-reports.ts'
import { idOf, table } from '../../harness/report-hub.ts'

describe('getReport 200', () => {
  it('answers a report that the account brought in', async () => {
    const { applied, ask } = await openReportAccount()
    const id = await applied(marchOf(9))
    const { status, body } = await ask('GET', `/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      source: 'store',
      format: 'spindle',
      from: '2024-03-01',
      to: '2024-03-31',
      lines: 1,
      totals: { streams: 9 },
      importedAt: expect.stringMatching(/Z$/),
      actor: { type: 'account' },
      status: 'applied',
      replacedBy: null,
      waitingLines: 0,
      skippedLines: 0,
      setAsideLines: 0,
      reported: null,
      filename: 'march.csv',
      messageId: null,
    })
  })

  it('answers a report of the operator as far as it is about the account', async () => {
    const { hub, account, ask } = await openReportAccount()
    const other = await openReportAccount()
    await createLiveRelease(hub, { accountId: account.accountId, isrcs: ['ZZGET2400001'], gtin14: '00200000000028' })
    await createLiveRelease(hub, {
      accountId: other.account.accountId,
      isrcs: ['ZZGET2400002'],
      gtin14: '00200000000028',
    })
    const folder = await mkdtemp(join(tmpdir(), 'spindle-reports-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'all.csv')
    await writeFile(
      file,
      table(
        'ZZGET2400001,,,big,DE,2024-02,3,,,',
        'ZZGET2400002,,,big,DE,2024-03,4,,,',
        'ZZGET2400003,,,big,DE,2024-03,5,,,',
      ),
    )
    const id = idOf(await operatorOf(hub)('reports', 'import', file, '--source', 'get-report'))
    expect((await ask('GET', `/${id}`)).body).toEqual({
      id,
      source: 'get-report',
      format: 'spindle',
      from: '2024-02-01',
      to: '2024-02-29',
      lines: 1,
      totals: { streams: 3 },
      importedAt: expect.stringMatching(/Z$/),
      actor: { type: 'operator' },
      status: 'applied',
      replacedBy: null,
      waitingLines: 0,
      skippedLines: 0,
      setAsideLines: 0,
      reported: null,
      filename: null,
      messageId: null,
    })
    expect((await other.ask('GET', `/${id}`)).body).toMatchObject({ totals: { streams: 4 }, from: '2024-03-01' })
  })
})
