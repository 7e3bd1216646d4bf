import { utils, write } from '@e965/xlsx'
import type { TableImport, TableImportRelease } from '@spindle/contract'
import { eventually } from './eventually.ts'
import type { JsonAnswer, TestHub } from './hub.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture } from './releases.ts'
import { sharedHub } from './shared-hub.ts'

/** Tables of releases of an account, on a hub that imports them. */

export const tablesPath = '/api/v1/distributor/imports/tables'
export const unknownTable = 'tbi_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

export interface TableAccount {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  readonly key: string
  /** Submits a table and returns the answer. */
  bring(table: string | Buffer, more?: object): Promise<JsonAnswer>
  /** The same, once it has ended. */
  take(table: string | Buffer, more?: object): Promise<TableImport>
  ended(id: string): Promise<TableImport>
  releases(id: string, query?: string): Promise<TableImportRelease[]>
  /** `rest` is the end of the path. */
  ask(rest: string): Promise<JsonAnswer>
  errors(id: string): Promise<string>
}

export async function openTableAccount(hub: TestHub, given?: ReleaseFixture): Promise<TableAccount> {
  const fixture = given ?? (await createReleaseFixture(hub))
  const { key } = fixture
  const account: TableAccount = {
    hub,
    fixture,
    key,
    bring: (table, more = {}) => fixture.post(tablesPath, { table: Buffer.from(table).toString('base64'), ...more }),
    async take(table, more) {
      const { status, body } = await account.bring(table, more)
      if (status !== 202) throw new Error(`no import: ${JSON.stringify(body)}`)
      return account.ended(body.id)
    },
    ended: (id) =>
      eventually(
        async () => {
          const { body } = await account.ask(`/${id}`)
          return body.endedAt === null ? undefined : body
        },
        { what: `the import ${id} to end` },
      ),
    releases: async (id, query = '') => (await account.ask(`/${id}/releases${query}`)).body.data,
    ask: (rest) => hub.json('GET', `${tablesPath}${rest}`, { key }),
    async errors(id) {
      const answer = await hub.request(`${tablesPath}/${id}/errors`, { headers: { 'x-api-key': key } })
      return answer.text()
    },
  }
  return account
}

/** An account on the shared hub: `ended` runs its job here. */
export async function openSharedTableAccount(): Promise<TableAccount> {
  const hub = await sharedHub()
  const account = await openTableAccount(hub)
  const job = hub.hub.imports.jobs?.find(({ job: { name } }) => name === 'importTable')
  const { accountId } = account.fixture.account
  const ended: TableAccount['ended'] = async (id) => {
    for (;;) {
      await job?.handle({ accountId, tableImportId: id })
      const { body } = await account.ask(`/${id}`)
      if (body.endedAt !== null) return body
    }
  }
  const take: TableAccount['take'] = async (table, more) => ended((await account.bring(table, more)).body.id)
  return { ...account, ended, take }
}

/** A hub with workers. */
export async function openTableHub(): Promise<TableAccount> {
  const { hub, fixture } = await openReleaseHub({ role: 'all' })
  return openTableAccount(hub, fixture)
}

/** A workbook with one sheet. */
export function workbookOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Catalog')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
