/** Tables by the folder whose stores may name them. */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
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
  'features/reports': ['report_cells', 'reports', 'set_aside_report_lines', 'unmatched_report_cells'],
  'features/uploads': ['scrub_progress', 'storage_identity', 'upload_scrubs', 'uploads'],
  'features/webhooks': ['webhook_attempts', 'webhook_messages', 'webhooks'],
  'http/idempotency': ['idempotency_records'],
  'platform/database': ['spindle_migrations'],
}

/** Views that every feature may read, with the folder that maintains them. */
export const publishedViews: Readonly<Record<string, string>> = {
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
export const functionOwners: Readonly<Record<string, readonly string[]>> = {
  'features/accounts': [
    'add_rest_of_usage',
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

/** Tables by the file whose statements get their names from `features/plays/rollups/choose-rollup.ts`. */
export const writtenBy: Readonly<Record<string, readonly string[]>> = {
  'features/plays/rollups/fold-queries.ts': [
    'play_audience_days',
    'play_days',
    'play_territory_days',
    'play_track_days',
  ],
  'features/plays/rollups/months-queries.ts': [
    'play_audience_months',
    'play_months',
    'play_territory_months',
    'play_track_months',
  ],
}

/** The folder of each name in such a list. */
export function ownersByName(lists: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(lists).flatMap(([folder, names]) => names.map((name) => [name, folder])))
}
