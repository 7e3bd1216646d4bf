export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One event of the log: how much it matters, and what an operator learns from it. */
interface LogEventDefinition {
  /** Several where what the event tells decides how much it matters. */
  readonly levels: readonly LogLevel[]
  readonly meaning: string
}

/** Every event the hub logs. What is not in this list cannot be logged; `docs/log-events.md` shows the list. */
export const logEvents = {
  'auth.issuer_keys_refresh_failed': {
    levels: ['debug'],
    meaning: 'The keys of the issuer could not be refreshed; the known keys stay in use.',
  },
  'auth.issuer_unavailable': { levels: ['warn'], meaning: 'Access tokens of the issuer cannot be verified.' },
  'backups.restored': {
    levels: ['warn'],
    meaning:
      'The hub was restored from a backup and sends nothing to other systems. Check it, then run `restore finish`.',
  },
  'console.built': { levels: ['info'], meaning: 'The console was built from its sources.' },
  'console.unavailable': { levels: ['error'], meaning: 'The console could not be built. Everything else works.' },
  'contact.messages_deleted': {
    levels: ['info'],
    meaning: 'Messages of the contact page were deleted after their retention period.',
  },
  'contact.received': { levels: ['info'], meaning: 'A person requested access. See `contact list`.' },
  'database.client_error': { levels: ['debug'], meaning: 'A connection failed while a request used it.' },
  'database.commits_not_replicated': {
    levels: ['warn'],
    meaning: 'Commits do not wait for a standby, so acknowledged data is on one machine only.',
  },
  'database.connection_lost': { levels: ['debug', 'warn'], meaning: 'An idle connection was closed.' },
  'database.migrated': { levels: ['info'], meaning: 'The schema was updated at start.' },
  'database.row_level_security_bypassed': {
    levels: ['warn'],
    meaning: 'The database user is a superuser. Use a different user.',
  },
  'database.schema_newer': {
    levels: ['info'],
    meaning: 'A newer version of the hub migrated the database. This version is compatible with it.',
  },
  'database.standby_fit': {
    levels: ['info'],
    meaning: 'The hub queries the standby at SPINDLE_DATABASE_READ_URL again.',
  },
  'database.standby_unfit': {
    levels: ['warn'],
    meaning:
      'The hub stopped querying the standby at SPINDLE_DATABASE_READ_URL because of `problem`. It queries the primary instead.',
  },
  'database.torn_pages_possible': {
    levels: ['warn'],
    meaning: 'PostgreSQL runs with full_page_writes off. It must protect pages in another way.',
  },
  'delivery.attempt_failed': {
    levels: ['info'],
    meaning: 'An outlet could not be reached. The hub will retry the delivery.',
  },
  'delivery.later_answer_failed': {
    levels: ['warn'],
    meaning: 'A correction from a store could not be applied to its delivery. The next run tries again.',
  },
  'delivery.step_failed': {
    levels: ['warn'],
    meaning: 'A waiting delivery could not be processed. The next run tries again.',
  },
  'http.unnamed_proxy': {
    levels: ['warn'],
    meaning:
      'Requests come through `address`, which is not in SPINDLE_TRUSTED_PROXIES. The rate limits count all its clients as one.',
  },
  'hub.drained': { levels: ['info'], meaning: 'All work has ended. The process exits.' },
  'hub.draining': { levels: ['info'], meaning: 'The hub is stopping and finishes running work.' },
  'hub.listening': { levels: ['info'], meaning: 'The hub is ready to serve requests.' },
  'integration.properties_sync_failed': {
    levels: ['warn'],
    meaning: 'The properties of the tokens could not be saved. The hub tries again.',
  },
  'integration.tokens_invalid': {
    levels: ['error'],
    meaning: 'The changed token file is not valid. The previous tokens stay valid.',
  },
  'integration.tokens_loaded': { levels: ['info'], meaning: 'The token file was reloaded.' },
  'integration.tokens_unreadable': {
    levels: ['error'],
    meaning: 'The token file cannot be read. The previous tokens stay valid.',
  },
  'integration.verifications_write_failed': {
    levels: ['warn'],
    meaning: 'The time of the last verification could not be saved. The hub tries again.',
  },
  'drops.look_failed': {
    levels: ['warn'],
    meaning:
      'A drop or a package in it could not be read. See `drops list` for the reason. The next check tries again.',
  },
  'drops.package_ended': {
    levels: ['info'],
    meaning: 'All messages of a package were read, or the whole package was refused.',
  },
  'drops.paused': {
    levels: ['warn'],
    meaning: 'A drop refused the sign-in of the hub. Correct the credentials, then run `drops resume`.',
  },
  'exports.bytes_left': {
    levels: ['warn'],
    meaning: 'The data of a deleted export could not be removed. The nightly sweep removes it.',
  },
  'exports.failed': {
    levels: ['error'],
    meaning: 'An export failed and is not retried.',
  },
  'exports.ready': {
    levels: ['info'],
    meaning: 'The archive of an export is ready for download.',
  },
  'imports.ended': {
    levels: ['info'],
    meaning: 'An imported message was processed. See its report for the result.',
  },
  'imports.reading_failed': {
    levels: ['warn'],
    meaning: 'The process that reads a message ended without a result. The message was refused.',
  },
  'jobs.abandoned_released': {
    levels: ['warn'],
    meaning: 'A worker ended without finishing its jobs. Other workers take them over.',
  },
  'jobs.attempt_failed': { levels: ['warn'], meaning: 'A job failed. The hub retries it.' },
  'jobs.lease_renewal_failed': {
    levels: ['warn'],
    meaning: 'The worker cannot renew its lease. Other workers may take over its jobs.',
  },
  'jobs.lost': {
    levels: ['warn'],
    meaning:
      'Another worker took over the job, because this worker did not renew its lease. This worker committed nothing more.',
  },
  'jobs.runner_failed': { levels: ['error'], meaning: 'Jobs no longer run in this process. Restart it.' },
  'jobs.wake_failed': {
    levels: ['debug'],
    meaning: 'The workers could not be notified of new jobs. They find them with their next check, within seconds.',
  },
  'keys.usage_write_failed': {
    levels: ['warn'],
    meaning: 'The time of last use of keys could not be saved. The hub tries again.',
  },
  'live.poll_failed': {
    levels: ['warn'],
    meaning: 'Changes could not be read. Streams get them with the next attempt.',
  },
  'mcp.client_warning': { levels: ['warn'], meaning: 'The SDK of a tool reported a problem.' },
  'mcp.request_failed': { levels: ['error'], meaning: 'A message of an agent caused an error in the hub.' },
  'media.analysis_attempt_failed': {
    levels: ['warn'],
    meaning: 'The process that analyses an upload ended without a result.',
  },
  'media.children_bundled': {
    levels: ['info'],
    meaning: 'The media programs were bundled into one file each, so they start faster.',
  },
  'media.children_unbundled': {
    levels: ['debug'],
    meaning: 'The media programs run from their sources, because the folder of the packages is not writable.',
  },
  'media.child_isolation': {
    levels: ['info', 'warn'],
    meaning: 'How the analysis process is isolated. Warns if a protection is missing.',
  },
  'media.preview_failed': {
    levels: ['warn'],
    meaning: 'The process that creates previews ended without a result.',
  },
  'nodes.clock_skewed': {
    levels: ['warn'],
    meaning: 'The clocks of this machine and of the database differ by one second or more.',
  },
  'nodes.clock_wrong': {
    levels: ['error'],
    meaning:
      'The clocks differ by 30 s or more. /readyz reports broken, and this process runs no jobs until it is restarted.',
  },
  'nodes.heartbeat_failed': {
    levels: ['warn'],
    meaning: 'This process could not announce itself to other nodes. It tries again.',
  },
  'nodes.storage_apart': {
    levels: ['warn'],
    meaning: 'Nodes on several machines store uploads on disk. They must use one shared folder.',
  },
  'notifications.connection_lost': {
    levels: ['warn'],
    meaning: 'The notification connection is lost. Nodes get changes with a delay until it is back.',
  },
  'oauth.request_failed': {
    levels: ['info', 'error'],
    meaning:
      'The authorization server had an error. The level is info if a dependency is temporarily unavailable or full.',
  },
  'outlets.later_answers_unread': {
    levels: ['info'],
    meaning: 'Corrected answers of a store could not be read. The next run tries again.',
  },
  'outlets.paused': {
    levels: ['warn'],
    meaning: 'A store refused the sign-in of the hub. Correct the credentials, then run `outlets resume`.',
  },
  'outage.began': {
    levels: ['warn'],
    meaning:
      'The database or the storage for uploads (`dependency`) is `unavailable` or `full` (`state`). Logged once per outage.',
  },
  'outage.ended': { levels: ['info'], meaning: 'The dependency is available again, after `seconds`.' },
  'people.outside_sign_in_refused': {
    levels: ['info'],
    meaning: 'The hub refused a sign-in from the external provider because of `reason`.',
  },
  'people.provider_unavailable': {
    levels: ['warn'],
    meaning: 'The external provider does not work or refuses this hub: `reason`. Other sign-in methods still work.',
  },
  'plays.activity_write_failed': {
    levels: ['warn'],
    meaning: 'The time of the last feed request and play report could not be saved. The hub tries again.',
  },
  'plays.day_exported': { levels: ['info'], meaning: 'The raw plays of a day were exported to a Parquet file.' },
  'plays.days_deleted': {
    levels: ['info'],
    meaning: 'Raw plays were deleted after their retention period. Aggregated numbers are kept.',
  },
  'plays.segment_lost': {
    levels: ['warn'],
    meaning:
      'A file of raw plays is missing in the storage. Its plays stay counted. If they are sent again, they are counted again.',
  },
  'plays.batch_incomplete': {
    levels: ['warn'],
    meaning:
      'For one hour, ClickHouse has returned fewer plays than it acknowledged. The hub counts the plays it has. Check for lost parts or replicas that do not replicate.',
  },
  'plays.fold_enqueue_failed': {
    levels: ['warn'],
    meaning: 'Reported plays could not be counted. They are counted with the next ones.',
  },
  'postgres.address_in_use': { levels: ['info'], meaning: 'The embedded database starts at a different address.' },
  'postgres.database_created': { levels: ['info'], meaning: 'The role and the database of the hub were created.' },
  'postgres.exited': { levels: ['warn'], meaning: 'The embedded database stopped unexpectedly. The hub restarts it.' },
  'postgres.initialised': { levels: ['info'], meaning: 'The embedded database has a new data directory.' },
  'postgres.restart_failed': {
    levels: ['warn'],
    meaning: 'The embedded database did not restart. The hub keeps trying.',
  },
  'postgres.restarted': { levels: ['info'], meaning: 'The embedded database is running again.' },
  'postgres.slow_start': {
    levels: ['warn'],
    meaning: 'The embedded database is slow to start. It may be recovering.',
  },
  'postgres.stale_processes_found': {
    levels: ['warn'],
    meaning: 'A database of an earlier run still uses the data directory.',
  },
  'postgres.stale_processes_stopped': { levels: ['info'], meaning: 'The database of an earlier run was stopped.' },
  'postgres.started': { levels: ['info'], meaning: 'The embedded database accepts connections.' },
  'postgres.stopped': { levels: ['info'], meaning: 'The embedded database was shut down.' },
  'previews.not_kept': {
    levels: ['warn'],
    meaning: 'A preview image could not be stored. The hub creates it again when needed.',
  },
  'process.unhandled_rejection': { levels: ['error'], meaning: 'The hub has a bug. Please report it.' },
  'releases.upc_pool_code_invalid': {
    levels: ['warn'],
    meaning: 'A code in the UPC pool is not valid and was skipped.',
  },
  'reports.reading_failed': {
    levels: ['warn'],
    meaning: 'The process that reads a report ended without a result. The report was refused.',
  },
  request: { levels: ['debug', 'info'], meaning: 'A request was answered.' },
  'request.unavailable': {
    levels: ['info'],
    meaning:
      'A request was answered with 503, 507 or similar, because a dependency is temporarily unavailable or full.',
  },
  'request.failed': { levels: ['error'], meaning: 'A request was answered with 500. This is a bug in the hub.' },
  'takedown.step_failed': {
    levels: ['warn'],
    meaning: 'A planned takedown could not be started. The next run tries again.',
  },
  'tracing.not_sent': { levels: ['warn'], meaning: 'The trace collector did not accept spans. They are lost.' },
  'uploads.analysed': { levels: ['info'], meaning: 'An upload is ready or rejected.' },
  'uploads.bytes_damaged': {
    levels: ['error'],
    meaning: 'Data of an upload is missing, damaged or unreadable. Restore it with `storage repair --from <backup>`.',
  },
  'uploads.bytes_differ': {
    levels: ['error'],
    meaning: 'The storage returned different data than was stored. The upload was rejected.',
  },
  'uploads.bytes_missing': {
    levels: ['error'],
    meaning: 'The storage has lost data of an upload. Restore it with `storage repair --from <backup>`.',
  },
  'uploads.bytes_repaired': { levels: ['info'], meaning: 'Data of an upload was restored from a backup.' },
  'uploads.consolidate_failed': {
    levels: ['warn'],
    meaning: 'An upload in several objects could not be consolidated into one. The upload is complete and usable.',
  },
  'uploads.database_restored': {
    levels: ['warn'],
    meaning: 'The database is older than the storage. The sweep waits, and feeds start from the beginning.',
  },
  'uploads.delete_failed': {
    levels: ['warn'],
    meaning: 'Unused data could not be deleted. The sweep deletes it.',
  },
  'uploads.ended_bytes_deleted': {
    levels: ['info'],
    meaning: 'The sweep deleted the data of an upload that no longer exists.',
  },
  'uploads.expire_failed': { levels: ['warn'], meaning: 'An upload could not be expired. The next run tries again.' },
  'uploads.expired': { levels: ['info'], meaning: 'An unused upload expired. Its data was deleted.' },
  'uploads.file_close_failed': { levels: ['warn'], meaning: 'A file of an interrupted upload could not be closed.' },
  'uploads.finish_failed': {
    levels: ['warn'],
    meaning: 'A complete upload could not be finished. The next run tries again.',
  },
  'uploads.orphan_deleted': {
    levels: ['info'],
    meaning: 'Data in quarantine was deleted after 30 days without an upload.',
  },
  'uploads.orphan_quarantined': {
    levels: ['info'],
    meaning: 'Data without an upload was moved to quarantine for 30 days.',
  },
  'uploads.orphan_restored': {
    levels: ['warn'],
    meaning: 'Data in quarantine belongs to an upload again and was restored.',
  },
  'uploads.orphans_held': {
    levels: ['error'],
    meaning: 'Much of the stored data has no upload. Check the storage, then confirm the sweep.',
  },
  'uploads.reject_failed': {
    levels: ['error'],
    meaning: 'An upload that could not be stored could not be rejected.',
  },
  'uploads.replaced_bytes_deleted': {
    levels: ['info'],
    meaning: 'The sweep deleted data of an upload that was replaced 30 days ago or never finished.',
  },
  'uploads.scrub_stopped': {
    levels: ['warn'],
    meaning: 'The scrub could not read the storage. The next run continues.',
  },
  'uploads.sync_failed': { levels: ['error'], meaning: 'The disk could not store the data of an upload.' },
  'webhooks.account_unknown': {
    levels: ['warn'],
    meaning: 'The webhooks file contains an account that does not exist. Its webhooks were skipped.',
  },
  'webhooks.configuration_refused': {
    levels: ['error'],
    meaning: 'The webhooks file is not valid or could not be applied. The webhooks did not change.',
  },
  'webhooks.disabled': {
    levels: ['info'],
    meaning: 'A webhook was disabled. See the activity of the account for the reason.',
  },
} as const satisfies Readonly<Record<string, LogEventDefinition>>

/** The name of an event of the log. */
export type LogEvent = keyof typeof logEvents

/** The events that may be logged at a level. */
export type LogEventAt<Level extends LogLevel> = {
  [Event in LogEvent]: Level extends (typeof logEvents)[Event]['levels'][number] ? Event : never
}[LogEvent]
