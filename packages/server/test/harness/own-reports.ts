import type { TestAccount } from './accounts.ts'
import type { JsonAnswer, TestHub } from './hub.ts'
import { createLiveRelease, type LiveRelease } from './live-releases.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'
import { table } from './report-hub.ts'
import { sharedHub } from './shared-hub.ts'
import { createTusUpload } from './tus-client.ts'

/** Reports that a separate account imports, about its release of two tracks. */

export const reportsPath = '/api/v1/distributor/reports'
export const unknownReport = 'rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** One line about a track, one about the product, and two about recordings of others. */
export const march = table(
  'ZZ-ABC-26-00001,,Intro,big,DE,2024-03,100,,0.10,EUR',
  ',200000000011,EP,big,DE,2024-03,,-1,-7.5,EUR',
  'ZZOTH2600001,,Other,big,DE,2024-03,5,,0.01,EUR',
  'ZZXXX2600001,,أغنية,big,DE,2024-03,7,,0.07,USD',
)

/** This many streams of the first track in the same month. */
export const marchOf = (streams: number): string => table(`ZZABC2600001,,,big,DE,2024-03,${streams},,,`)

export interface ReportAccount {
  readonly hub: TestHub
  readonly account: TestAccount
  readonly fixture: ReleaseFixture
  readonly key: string
  readonly night: LiveRelease
  /** `rest` is the end of the path. */
  ask(method: string, rest?: string, body?: object): Promise<JsonAnswer>
  /** The id of an upload of kind report. */
  upload(content: string | Buffer): Promise<string>
  /** The answer to the import. */
  bring(content: string | Buffer, more?: object): Promise<JsonAnswer>
  /** The id of a report that counts. */
  applied(content?: string | Buffer, more?: object): Promise<string>
  /** The answer of analytics about reports of that month. */
  totals(): Promise<unknown>
}

export async function openReportAccount(given?: TestHub): Promise<ReportAccount> {
  const hub = given ?? (await sharedHub())
  const fixture = await createReleaseFixture(hub)
  const { account, key } = fixture
  const night = await createLiveRelease(hub, {
    accountId: account.accountId,
    trackTitles: ['Intro', 'Outro'],
    isrcs: ['ZZABC2600001', 'ZZABC2600002'],
    gtin14: '00200000000011',
  })
  const ask: ReportAccount['ask'] = (method, rest = '', body) =>
    hub.json(method, `${reportsPath}${rest}`, { key, body })
  const upload: ReportAccount['upload'] = async (content) => {
    const bytes = Buffer.from(content)
    const file = { size: bytes.length, filename: 'march.csv', kind: 'report', bytes }
    return (await createTusUpload(hub.url, key, file)).uploadId
  }
  const bring: ReportAccount['bring'] = async (content, more = {}) =>
    ask('POST', '', { uploads: [await upload(content)], source: 'store', ...more })
  return {
    ...{ hub, account, fixture, key, night, ask, upload, bring },
    async applied(content = march, more = {}) {
      const { status, body } = await bring(content, more)
      if (status !== 201) throw new Error(`no report: ${JSON.stringify(body)}`)
      return body.id
    },
    async totals() {
      const path = '/api/v1/distributor/analytics?kind=report&from=2024-03-01&to=2024-03-31'
      return (await hub.json('GET', path, { key })).body.totals
    },
  }
}
