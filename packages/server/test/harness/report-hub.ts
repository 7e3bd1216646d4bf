import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAccount, type TestAccount } from './accounts.ts'
import { atEnd } from './cleanup.ts'
import { startTestHub, type TestHub } from './hub.ts'
import { createLiveRelease, type LiveRelease } from './live-releases.ts'
import { type CommandResult, operatorOf } from './operator.ts'
import { reportAndFold } from './plays.ts'

/** A hub with a release of two tracks, one play of it, another account, and an operator who imports reports. */
export interface ReportHub {
  readonly hub: TestHub
  readonly operator: ReturnType<typeof operatorOf>
  /** The account of the release. */
  readonly account: TestAccount
  readonly other: TestAccount
  /** A key of the account with the release. */
  readonly key: string
  readonly night: LiveRelease
  /** The answer of analytics. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes; typing them again would prove nothing
  ask(query: string, key?: string): Promise<any>
  /** The same for reports, over the year. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  reports(query?: string): Promise<any>
  write(content: string | Buffer): Promise<string>
  bring(content: string | Buffer, ...more: readonly string[]): Promise<CommandResult>
  undoAll(): Promise<void>
}

const token = 'a'.repeat(32)
const now = Date.parse('2026-05-20T12:00:00Z')

export async function startReportHub(): Promise<ReportHub> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-reports-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const hub = await startTestHub({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site=${token}` },
    overrides: { clock: { now: () => now } },
  })
  const operator = operatorOf(hub)
  const account = await createTestAccount(hub)
  const other = await createTestAccount(hub, 'Other Records')
  const ownKey = await account.key(['analytics:read'])
  const night = await createLiveRelease(hub, {
    accountId: account.accountId,
    properties: ['site'],
    trackTitles: ['Intro', 'Outro'],
    isrcs: ['ZZABC2600001', 'ZZABC2600002'],
    gtin14: '00200000000011',
  })
  await createLiveRelease(hub, { accountId: other.accountId, isrcs: ['ZZOTH2600001'] })
  await reportAndFold(hub, token, [{ id: 'p1', trackId: night.trackIds[0], at: '2026-05-10T10:00:00Z' }])
  const ask: ReportHub['ask'] = async (query, key = ownKey) => {
    const { status, body } = await hub.json('GET', `/api/v1/distributor/analytics?${query}`, { key })
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`)
    return body
  }
  let files = 0
  const write: ReportHub['write'] = async (content) => {
    const file = join(folder, `report-${files++}.csv`)
    await writeFile(file, content)
    return file
  }
  return {
    hub,
    operator,
    account,
    other,
    key: ownKey,
    night,
    ask,
    reports: (query = '') => ask(`kind=report&from=2026-01-01&to=2026-12-31&${query}`),
    write,
    bring: async (content, ...more) =>
      operator('reports', 'import', await write(content), '--source', 'store', ...more),
    async undoAll() {
      for (const { id, status } of JSON.parse((await operator('reports', 'list', '--json')).out.join('\n')))
        if (status === 'applied') await operator('reports', 'undo', id)
    },
  }
}

/** The id of the report in the output of a command. */
export function idOf({ out, err }: CommandResult): string {
  const id = /rpt_\w{26}/.exec(out[0] ?? '')?.[0]
  if (id === undefined) throw new Error(`no report: ${[...out, ...err].join('\n')}`)
  return id
}

/** A table by the preset `spindle`. */
export const table = (...lines: readonly string[]): string =>
  ['isrc,upc,title,store,territory,period,streams,downloads,revenue,currency', ...lines].join('\n')
