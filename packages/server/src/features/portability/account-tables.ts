/**
 * What becomes of the rows of an account in each table of the database that has some, parents before their children. A
 * test compares this list with the schema: a new table must be added here.
 */

export interface AccountTable {
  readonly name: string
  /** The column that says whose a row is: `account_id` where it is left out. */
  readonly owner?: string
  /**
   * `carried`: leaves with an export and comes in again. `counted`: the same, where nothing was counted here yet.
   * `shown`:
   *
   * leaves to be read, without its secrets. `left`: what only means something in this hub, for the reason given.
   */
  readonly fate: 'carried' | 'counted' | 'shown' | 'left'
  readonly why?: string
  /** Columns that do not leave: secrets, and what the storage of this hub alone understands. */
  readonly omits?: readonly string[]
  /** Columns that a hub changes by itself: another value does not mean another row. */
  readonly changes?: readonly string[]
  /** Numbers that each hub gives itself. */
  readonly isNumberedHere?: true
  /** What an erasure makes null instead of deleting the row. */
  readonly disowns?: readonly string[]
}

const carried = (name: string, more: Omit<AccountTable, 'name' | 'fate'> = {}): AccountTable => ({
  name,
  fate: 'carried',
  ...more,
})
const counted = (name: string): AccountTable => ({ name, fate: 'counted' })
const shown = (name: string, ...omits: string[]): AccountTable => ({ name, fate: 'shown', omits })
const left = (name: string, why: string, more: Omit<AccountTable, 'name' | 'fate'> = {}): AccountTable => ({
  name,
  fate: 'left',
  why,
  ...more,
})

export const accountTables: readonly AccountTable[] = [
  left('account_usage', 'counted again where the rows arrive'),
  carried('uploads', { omits: ['receipt', 'writer_epoch'], changes: ['expires_at'] }),
  left('renditions', 'made of the uploads again where they are needed'),
  carried('parties'),
  carried('party_keys'),
  carried('isrc_prefixes'),
  carried('upc_ranges', { changes: ['next'] }),
  carried('labels'),
  carried('account_defaults'),
  carried('table_mappings'),
  carried('releases'),
  carried('release_parties'),
  carried('release_names'),
  carried('name_decisions'),
  carried('release_search', { owner: 'owner_id' }),
  carried('tracks'),
  carried('recordings'),
  carried('replacements'),
  carried('release_revisions'),
  carried('release_events'),
  carried('trashed_releases'),
  carried('trashed_uploads'),
  left('review_claims', 'who of the operators looks at it'),
  carried('deliveries'),
  carried('delivery_tracks'),
  carried('store_messages'),
  carried('imports', { changes: ['message'] }),
  left('table_imports', 'the outcome of a table in this hub, for 30 days'),
  left('table_import_releases', 'the rows of these tables'),
  left('bulk_jobs', 'what was done to many releases: the releases have it in their events'),
  left('bulk_releases', 'the outcomes of these jobs'),
  left('transfers', 'plans of the account with the stores of this hub'),
  left('transfer_releases', 'what another distributor has'),
  left('transfer_tracks', 'the tracks of these releases'),
  left('transfer_marks', 'which old copies are down'),
  left('drops', 'places that the operator of this hub has opened to it'),
  left('drop_packages', 'the packages in them'),
  left('drop_files', 'the uploads of these packages'),
  left('upc_pool', 'codes of the operator; one that was given is never given again', { disowns: ['release_id'] }),
  { name: 'play_series', fate: 'counted', isNumberedHere: true },
  counted('play_sources'),
  counted('play_month_spans'),
  counted('play_days'),
  counted('play_track_days'),
  counted('play_audience_days'),
  counted('play_territory_days'),
  counted('play_months'),
  counted('play_track_months'),
  counted('play_audience_months'),
  counted('play_territory_months'),
  shown('reports'),
  shown('report_cells'),
  shown('unmatched_report_cells'),
  shown('set_aside_report_lines'),
  left('feed_entries', 'what properties of this hub may play'),
  shown('api_keys', 'digest'),
  shown('service_clients', 'secret_sha256'),
  shown('webhooks', 'secret', 'previous_secret'),
  left('webhook_messages', 'the log of three days'),
  left('webhook_attempts', 'the log of three days'),
  shown('memberships'),
  left('native_clients', 'client ids of this hub'),
  left('oauth_connections', 'worth something with this hub alone'),
  left('invitations', 'links of this hub'),
  left('user_links', 'links of this hub', { owner: 'owned_account' }),
  left('mail_outbox', 'mail that this hub sends, for two days', { owner: 'for_account' }),
  left('notice_events', 'events of which people of this hub get notices within minutes'),
  left('notice_tallies', 'notices that people of this hub get within a day'),
  left('notice_settings', 'choices of people of this hub', { owner: 'for_account' }),
  left('exports', 'archives that this hub offers for some days'),
  left('export_files', 'the uploads in them'),
  carried('account_audit_events'),
  left('idempotency_records', 'answers of the last day'),
  left('live_events', 'news of the last day'),
]

export const ownerOf = ({ owner = 'account_id' }: AccountTable): string => owner
