import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createTestDatabase } from '../harness/hub.ts'

/**
 * The tables of accounts could be distributed over several servers by account (as Citus requires) as long as the
 * account is part of every key and of every reference between them. Exceptions are listed here with a reason: a new
 * line is a decision.
 */

const madeUnique = {
  id: 'ids are unique by how they are made: without the index nothing would change',
  secret:
    'random, and looked up before the account is known: a table of its own, from secret to account, would hold it',
} as const

/** Unique indexes of tables of accounts that leave the account out. */
const keysWithoutAccount: Readonly<Record<string, string>> = {
  api_keys_digest_key: madeUnique.secret,
  deliveries_id_key: madeUnique.id,
  feed_entries_order: 'a property reads across accounts: the feed would be spread by property',
  feed_entries_track: 'as feed_entries_order',
  isrc_prefixes_one_account: 'a prefix belongs to one account of the hub: the operator allows it, which is rare',
  invitations_sha256_key: madeUnique.secret,
  native_clients_id_key: madeUnique.id,
  oauth_connections_grant_id_key: madeUnique.secret,
  play_series_number_key: 'numbers come from one sequence, and the primary key has the account too',
  release_events_id_key: madeUnique.id,
  releases_id_key: madeUnique.id,
  reports_applied: 'by owner: reports of the operator are of no account',
  reports_pkey: madeUnique.id,
  reports_report_owner_id_key: 'as reports_applied',
  set_aside_report_lines_pkey: 'as reports_applied',
  service_clients_id_key: madeUnique.id,
  store_messages_id_key: madeUnique.id,
  tracks_id_key: madeUnique.id,
  upc_pool_pkey: 'codes belong to nobody until an account takes one: the pool stays on one server',
  upc_ranges_one_account: 'as isrc_prefixes_one_account',
  uploads_id_key: madeUnique.id,
}

const byOwner = 'reports of the operator are of no account: their owner stands in for it, and in a second reference'

/** References to tables of accounts that leave the account out. */
const referencesWithoutAccount: Readonly<Record<string, string>> = {
  'report_cells to reports by report_cells_report_id_fkey': byOwner,
  'report_cells to reports by report_cells_report_owner_report_id_fkey': byOwner,
  'reports to reports by reports_replaced_by_fkey': byOwner,
  'set_aside_report_lines to reports by set_aside_report_lines_report_owner_report_id_fkey': byOwner,
  'unmatched_report_cells to reports by unmatched_report_cells_report_id_fkey': byOwner,
  'unmatched_report_cells to reports by unmatched_report_cells_report_owner_report_id_fkey': byOwner,
  'upload_scrubs to uploads by upload_scrubs_upload_id_fkey':
    'of the scrub, which reads across accounts: on several servers each would scrub its own, and the account would join the key',
  'mail_outbox to accounts by mail_outbox_for_account_fkey':
    'mail to people: the account that caused it is only counted, and the reference would go',
  'notice_settings to accounts by notice_settings_for_account_fkey':
    'choices of people: the account is what a choice is about, and the reference would go',
  'user_links to accounts by user_links_owned_account_fkey':
    'links of people, of whom accounts know nothing: the reference would go',
}

describe('the account is part of', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await createTestDatabase()
    atEnd(() => opened.close())
  })
  const names = async (statement: string): Promise<string[]> =>
    (await opened.database.system.rows<{ name: string }>(statement)).map(({ name }) => name).sort()

  // The account of a row: a column, or the row itself.
  const accountColumns = `accounts_of as (
    select c.oid as of, a.attnum as account
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    union all
    select c.oid, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
    where c.oid = 'public.accounts'::regclass)`

  const findKeys = () =>
    names(`with ${accountColumns}
      select i.indexrelid::regclass::text as name
      from pg_index i join accounts_of t on t.of = i.indrelid
      where (i.indisunique or i.indisexclusion) and not t.account = any (i.indkey::int2[])`)

  const findReferences = () =>
    names(`with ${accountColumns}
      select f.conrelid::regclass || ' to ' || f.confrelid::regclass || ' by ' || f.conname as name
      from pg_constraint f join accounts_of target on target.of = f.confrelid
      left join accounts_of source on source.of = f.conrelid
      where f.contype = 'f' and f.conparentid = 0 and not exists (
        select from unnest(f.conkey, f.confkey) as pair (from_column, to_column)
        where pair.from_column = source.account and pair.to_column = target.account)`)

  it('every key of tables of accounts, with these exceptions', async () => {
    expect(await findKeys()).toEqual(Object.keys(keysWithoutAccount).sort())
  })

  it('every reference to tables of accounts, with these exceptions', async () => {
    expect(await findReferences()).toEqual(Object.keys(referencesWithoutAccount).sort())
  })

  it('what is found: a new table that breaks either rule', async () => {
    const { system } = opened.database
    const [keys, references] = [await findKeys(), await findReferences()]
    await system.execute(
      `create table later (account_id account_ref not null, id text not null unique, upload_id text not null,
         primary key (account_id, id), foreign key (upload_id) references uploads (id))`,
    )
    expect((await findKeys()).filter((name) => !keys.includes(name))).toEqual(['later_id_key'])
    expect((await findReferences()).filter((name) => !references.includes(name))).toEqual([
      'later to uploads by later_upload_id_fkey',
    ])
  })
})
