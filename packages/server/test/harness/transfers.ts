import type { TransferProgress, TransferRelease } from '@spindle/contract'
import { recordReader } from '../../src/features/reports/index.ts'
import { transferReader } from '../../src/features/transfers/transfer-job.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { eventually } from './eventually.ts'
import type { JsonAnswer, TestHub } from './hub.ts'
import type { ReleaseFixture } from './releases.ts'
import { sharedReleaseHub } from './shared-hub.ts'

/** Transfers of an account from another distributor. */

export const transfersPath = '/api/v1/distributor/transfers'
export const unknownTransfer = 'trf_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

export const planOf = (table: string | Buffer, more: object = {}) => ({
  ...{ name: 'Spring move', distributor: 'Old Distributor', deadline: '2030-03-31' },
  table: Buffer.from(table).toString('base64'),
  ...more,
})

export interface TransferAccount {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  /** Creates a transfer and returns the answer. */
  bring(table: string | Buffer, more?: object): Promise<JsonAnswer>
  /** The same, once its table was read. */
  take(table: string | Buffer, more?: object): Promise<TransferProgress>
  /** Once its table was read. */
  read(id: string): Promise<TransferProgress>
  /** `rest` is the end of the path. */
  ask(rest: string): Promise<JsonAnswer>
  releases(id: string, query?: string): Promise<TransferRelease[]>
  /** The findings of all releases, as `line severity code`. */
  findings(id: string): Promise<string[]>
  mark(id: string, body: object): Promise<JsonAnswer>
  /** As if a store had the release in this state. */
  deliver(releaseId: string, status: string, outlet?: string): Promise<void>
}

export function transferAccount(hub: TestHub, fixture: ReleaseFixture): TransferAccount {
  const { key } = fixture
  const { accountId } = fixture.account
  const account: TransferAccount = {
    hub,
    fixture,
    bring: (table, more) => fixture.post(transfersPath, planOf(table, more)),
    async take(table, more) {
      const { status, body } = await account.bring(table, more)
      if (status !== 202) throw new Error(`no transfer: ${JSON.stringify(body)}`)
      return account.read(body.id)
    },
    read: (id) =>
      eventually(
        async () => {
          const { body } = await account.ask(`/${id}`)
          return body.status === 'waiting' ? undefined : body
        },
        { what: `the table of ${id} to be read` },
      ),
    ask: (rest) => hub.json('GET', `${transfersPath}${rest}`, { key }),
    releases: async (id, query = '') => (await account.ask(`/${id}/releases${query}`)).body.data,
    async findings(id) {
      const releases = await account.releases(id, '?limit=100')
      return releases.flatMap(({ findings }) =>
        findings.map(({ line, severity, code }) => `${line ?? '-'} ${severity} ${code}`),
      )
    },
    mark: (id, body) => fixture.post(`${transfersPath}/${id}/marks`, body),
    async deliver(releaseId, status, outlet = 'sandbox') {
      await hub.opened.database.system.execute(
        `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision, live_at)
         values ($1, $2, $3, $4, 'sandbox', $5, 1, 1, case when $5 = 'live' then now() end)
         on conflict (account_id, release_id, outlet_id) do update set status = excluded.status, live_at = excluded.live_at`,
        [accountId, hub.hub.http.ids.make('dlv'), releaseId, outlet, status],
      )
    },
  }
  return account
}

/** An account on the shared hub, or on another one without workers: `read` runs its job here. */
export async function openTransferAccount(opened = sharedReleaseHub()): Promise<TransferAccount> {
  const { hub, fixture } = await opened
  const account = transferAccount(hub, fixture)
  const readTable = transferReader({ database: hub.opened.database, reader: recordReader({ log: silentLog }) })
  const read: TransferAccount['read'] = async (id) => {
    await readTable({ accountId: fixture.account.accountId, transferId: id })
    return (await account.ask(`/${id}`)).body
  }
  const take: TransferAccount['take'] = async (table, more) => {
    const { status, body } = await account.bring(table, more)
    if (status !== 202) throw new Error(`no transfer: ${JSON.stringify(body)}`)
    return read(body.id)
  }
  return { ...account, read, take }
}
