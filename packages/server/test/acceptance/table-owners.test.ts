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
  'features/auth': ['signing_keys'],
  'features/contact': ['contact_messages'],
  'features/integration': ['properties'],
  'features/keys': ['api_keys'],
  'features/outlets': ['switched_outlets'],
  'features/people': [
    'account_audit_events',
    'hub_audit_events',
    'invitations',
    'memberships',
    'sessions',
    'user_links',
    'users',
  ],
  'features/plays': [
    'feed_entries',
    'feed_timelines',
    'play_audience_days',
    'play_days',
    'play_deltas',
    'play_series',
    'play_sources',
    'play_territory_days',
    'play_track_days',
    'plays',
  ],
  'features/releases': [
    'deliveries',
    'delivery_tracks',
    'isrc_counters',
    'release_events',
    'release_revisions',
    'release_search',
    'releases',
    'tracks',
    'upc_pool',
  ],
  'features/uploads': ['storage_identity', 'uploads'],
  'http/idempotency': ['idempotency_records'],
  'platform/database': ['spindle_migrations'],
}

/** Views that anybody may read, with the folder that keeps what they promise. */
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
    const ownerOf = new Map(Object.entries(owners).flatMap(([folder, tables]) => tables.map((name) => [name, folder])))
    const statements = storeFunctions([...ownerOf.keys()])
    const foreign = statements.flatMap(({ name, tables }) =>
      tables.filter((table) => !name.startsWith(`${ownerOf.get(table)}/`)).map((table) => `${name} names ${table}`),
    )
    // The reading of the sources finds what is there.
    expect(statements.filter(({ tables }) => tables.length > 0).length).toBeGreaterThan(60)
    expect(foreign).toEqual([])
  })
})
