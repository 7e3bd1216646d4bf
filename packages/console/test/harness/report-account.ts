import type { Browser, Page } from 'playwright-core'
import { createTestAccount, type TestAccount } from '../../../server/test/harness/accounts.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import type { TestHub } from '../../../server/test/harness/hub.ts'
import { createLiveRelease } from '../../../server/test/harness/live-releases.ts'
import { inviteMember } from '../../../server/test/harness/people.ts'
import { createTusUpload } from '../../../server/test/harness/tus-client.ts'
import { type Engine, launch, openPage, signIn } from './browsers.ts'

/** A label whose release stores have sold, with an owner and a viewer. */
export interface ReportAccount extends TestAccount {
  readonly pages: string
  readonly owner: string
  readonly viewer: string
  /** Of the tracks of its release. */
  readonly isrcs: readonly [string, string]
  /** As its own program imports; returns the report. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  bring(content: string, source: string, filename?: string): Promise<any>
}

/** Another `serial` for each account of a hub: what two could claim belongs to neither. */
async function createReportAccount(hub: TestHub, name: string, serial: number): Promise<ReportAccount> {
  const account = await createTestAccount(hub, name)
  const { accountId } = account
  const isrcs = [`ZZABC26${serial}0001`, `ZZABC26${serial}0002`] as const
  const mailOf = (role: string): string => `${role}@${accountId.slice(-6).toLowerCase()}.example`
  await inviteMember(hub, { accountId, role: 'owner', email: mailOf('owner') })
  await inviteMember(hub, { accountId, role: 'viewer', email: mailOf('viewer') })
  await createLiveRelease(hub, { accountId, properties: ['site'], trackTitles: ['Intro', 'Outro'], isrcs })
  const key = await account.key()
  return {
    ...account,
    pages: `/console/a/${accountId}`,
    owner: mailOf('owner'),
    viewer: mailOf('viewer'),
    isrcs,
    async bring(content, source, filename = `${source}.csv`) {
      const bytes = Buffer.from(content)
      const { uploadId } = await createTusUpload(hub.url, key, { size: bytes.length, filename, kind: 'report', bytes })
      const body = { uploads: [uploadId], source }
      const answer = await hub.json('POST', '/api/v1/distributor/reports', { key, body })
      if (answer.status !== 201) throw new Error(`no report: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

export interface ReportReader {
  readonly account: ReportAccount
  readonly browser: Browser
  readonly page: Page
  readonly faults: readonly string[]
}

/** The owner of such an account in a browser, signed in to a page of it: `reports`. */
export async function openReportReader(
  hub: TestHub,
  { engine, serial, at }: { readonly engine: Engine; readonly serial: number; readonly at: string },
): Promise<ReportReader> {
  const account = await createReportAccount(hub, `Label of ${engine}`, serial)
  const browser = await launch(engine)
  atEnd(() => browser.close())
  const { page, faults } = await openPage(browser, hub.url)
  await page.goto(`/console/sign-in?next=/a/${account.accountId}/${at}`)
  await signIn(page, account.owner)
  return { account, browser, page, faults }
}
