import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { storeFunctions } from './coverage/store-functions.ts'

/**
 * Every table has one owner, whose stores alone name it. Others ask the owner's service, or read a view that the owner
 * publishes: a promise about columns, behind which the table may change.
 */

/** Tables by the folder whose stores may name them. */
const owners: Readonly<Record<string, readonly string[]>> = {
  'features/accounts': ['account_usage', 'accounts', 'service_clients'],
  'features/auth': ['oauth_clients', 'oauth_connections', 'oauth_payloads', 'signing_keys'],
  'features/backups': ['backup_checks', 'backup_runs', 'restore_drills', 'restores'],
  'features/contact': ['contact_messages'],
  'features/integration': ['properties', 'property_holders', 'property_verifications', 'refused_verifications'],
  'features/drops': ['drop_files', 'drop_packages', 'drops'],
  'features/hub-identity': ['hub_identity'],
  'features/keys': ['api_keys'],
  'features/imports': ['imports'],
  'features/interchange': ['store_messages'],
  'features/live': ['live_events'],
  'features/nodes': ['nodes'],
  'features/outlets': ['outlets', 'switched_outlets'],
  'features/people': [
    'account_audit_events',
    'challenges',
    'hub_audit_events',
    'invitations',
    'memberships',
    'outside_identities',
    'outside_requests',
    'passkeys',
    'sessions',
    'user_links',
    'users',
  ],
  'features/plays': [
    'feed_entries',
    'feed_timelines',
    'play_audience_days',
    'play_audience_months',
    'play_batch_numbers',
    'play_batches',
    'play_days',
    'play_deltas',
    'play_lanes',
    'play_month_spans',
    'play_months',
    'play_packs',
    'play_segments',
    'play_series',
    'play_sources',
    'play_territory_days',
    'play_territory_months',
    'play_track_days',
    'play_track_months',
    'plays',
    'property_activity',
  ],
  'features/portability': ['export_files', 'exports'],
  'features/releases': [
    'deliveries',
    'delivery_tracks',
    'isrc_counters',
    'release_events',
    'release_revisions',
    'release_search',
    'releases',
    'review_claims',
    'tracks',
    'upc_pool',
  ],
  'features/reports': ['report_cells', 'reports', 'unmatched_report_cells'],
  'features/uploads': ['scrub_progress', 'storage_identity', 'upload_scrubs', 'uploads'],
  'features/webhooks': ['webhook_attempts', 'webhook_messages', 'webhooks'],
  'http/idempotency': ['idempotency_records'],
  'platform/database': ['spindle_migrations'],
}

/** Views that every feature may read, with the folder that owns them. */
const publishedViews: Readonly<Record<string, string>> = {
  playable_tracks: 'features/releases',
  property_tracks: 'features/releases',
  published_open_deliveries: 'features/releases',
  published_open_reviews: 'features/releases',
  published_releases: 'features/releases',
  published_revisions: 'features/releases',
  published_tracks: 'features/releases',
  published_uploads: 'features/uploads',
  upload_references: 'features/releases',
}

/** Functions of the database by the folder whose tables they may name. */
const functionOwners: Readonly<Record<string, readonly string[]>> = {
  'features/accounts': [
    'add_usage',
    'count_export',
    'count_import',
    'count_release',
    'count_report',
    'count_revision',
    'count_store_message',
    'count_upload',
    'import_bytes',
  ],
  'features/people': ['forget_address_proof', 'keep_an_owner', 'refuse_change'],
  'features/auth': ['end_connections'],
  'features/live': ['tell_delivery', 'tell_key', 'tell_release', 'tell_upload'],
  'features/plays': ['enter_feed', 'feed_delivery_changed', 'feed_track_changed', 'play_lane'],
  'features/releases': ['note_offer', 'touch_release'],
  'features/reports': ['tell_webhooks_of_report'],
  'features/webhooks': [
    'add_webhook_messages',
    'choose_webhook_queue',
    'make_webhook_message_id',
    'tell_webhooks_of_answer',
    'tell_webhooks_of_delivery',
    'tell_webhooks_of_import',
    'tell_webhooks_of_release',
    'tell_webhooks_of_upload',
  ],
  'http/idempotency': ['idempotency_slot'],
  'platform/database': ['visible_to_tenant'],
  'platform/jobs': ['enqueue_job', 'hold_job'],
}

/** Features that a trigger notifies when a row of another owner's table changes. */
const listeners: readonly string[] = [
  'features/accounts is notified of exports',
  'features/accounts is notified of imports',
  'features/accounts is notified of release_revisions',
  'features/accounts is notified of releases',
  'features/accounts is notified of reports',
  'features/accounts is notified of store_messages',
  'features/accounts is notified of uploads',
  'features/auth is notified of users',
  'features/live is notified of api_keys',
  'features/live is notified of deliveries',
  'features/live is notified of releases',
  'features/live is notified of uploads',
  'features/plays is notified of deliveries',
  'features/plays is notified of delivery_tracks',
  'features/webhooks is notified of deliveries',
  'features/webhooks is notified of imports',
  'features/webhooks is notified of releases',
  'features/webhooks is notified of store_messages',
  'features/webhooks is notified of uploads',
]

describe('owners of tables', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
  })

  const relationsOf = async (kinds: readonly string[]): Promise<string[]> =>
    (
      await hub.opened.database.system.rows<{ name: string }>(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind::text = any($1) and not relispartition order by 1`,
        [kinds],
      )
    ).map(({ name }) => name)

  it('are named for every table and every view of the database', async () => {
    expect(await relationsOf(['r', 'p'])).toEqual(Object.values(owners).flat().sort())
    expect(await relationsOf(['v', 'm'])).toEqual(Object.keys(publishedViews).sort())
  })

  it('are the only ones whose statements name their tables', () => {
    const ownerOf = ownersByName(owners)
    const statements = storeFunctions([...ownerOf.keys()])
    const foreign = statements.flatMap(({ name, tables }) =>
      tables.filter((table) => !name.startsWith(`${ownerOf.get(table)}/`)).map((table) => `${name} names ${table}`),
    )
    // The reading of the sources finds what is there.
    expect(statements.filter(({ tables }) => tables.length > 0).length).toBeGreaterThan(60)
    expect(foreign).toEqual([])
  })

  /** Functions of the schema, without those that extensions bring along. */
  const readFunctions = () =>
    hub.opened.database.system.rows<{ name: string; text: string }>(
      `select proname as name, prosrc as text from pg_proc p
       where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       order by proname collate "C"`,
    )

  it('are the only ones whose functions in the database name their tables', async () => {
    const functions = await readFunctions()
    expect(functions.map(({ name }) => name)).toEqual(Object.values(functionOwners).flat().sort())
    const folderOf = ownersByName(functionOwners)
    const ownerOf = ownersByName(owners)
    const named = functions.flatMap(({ name, text }) =>
      [...ownerOf.keys()].filter((table) => namesTable(text, table)).map((table) => ({ name, table })),
    )
    // The reading of the functions finds what is there.
    expect(named).toContainEqual({ name: 'enter_feed', table: 'feed_entries' })
    expect(named.filter(({ name, table }) => folderOf.get(name) !== ownerOf.get(table))).toEqual([])
  })

  it('know which features triggers notify of changes', async () => {
    const triggers = await hub.opened.database.system.rows<{ table: string; function: string }>(
      `select distinct c.relname as table, p.proname as function
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
    )
    const folderOf = ownersByName(functionOwners)
    const ownerOf = ownersByName(owners)
    const foreign = triggers
      .filter((trigger) => folderOf.get(trigger.function) !== ownerOf.get(trigger.table))
      .map((trigger) => `${folderOf.get(trigger.function)} is notified of ${trigger.table}`)
    expect([...new Set(foreign)].sort()).toEqual(listeners)
  })
})

/** A table follows one of these words; a column may have the same name. */
const namesTable = (sql: string, table: string): boolean =>
  new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?${table}\\b`, 'i').test(sql)

/** The folder of each name in such a list. */
function ownersByName(lists: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(lists).flatMap(([folder, names]) => names.map((name) => [name, folder])))
}
