export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One event of the log: how much it matters, and what an operator learns from it. */
interface LogEventDefinition {
  /** Several where what the event tells decides how much it matters. */
  readonly levels: readonly LogLevel[]
  readonly meaning: string
}

/** Every event the hub logs. What is not in this list cannot be logged; `docs/log-events.md` shows the list. */
export const logEvents = {
  'auth.issuer_keys_refresh_failed': { levels: ['debug'], meaning: 'Known keys of the issuer stay in use.' },
  'auth.issuer_unavailable': { levels: ['warn'], meaning: 'Access tokens of the issuer cannot be checked.' },
  'backups.restored': {
    levels: ['warn'],
    meaning: 'The hub was made of a backup and tells nobody outside anything: look at it, then run `restore finish`.',
  },
  'console.built': { levels: ['info'], meaning: 'The pages of the console were built from their sources.' },
  'console.unavailable': { levels: ['error'], meaning: 'The console could not be built; everything else works.' },
  'contact.messages_deleted': { levels: ['info'], meaning: 'Their retention is over.' },
  'contact.received': { levels: ['info'], meaning: 'Somebody asks for access: `contact list` shows it.' },
  'database.client_error': { levels: ['debug'], meaning: 'A connection failed while a request used it.' },
  'database.commits_not_replicated': {
    levels: ['warn'],
    meaning:
      'Other servers follow the database, or synchronous_commit is local, and no commit waits for a standby: what is acknowledged is on one machine.',
  },
  'database.connection_lost': { levels: ['debug', 'warn'], meaning: 'An idle connection ended.' },
  'database.migrated': { levels: ['info'], meaning: 'The schema was brought up to date at start.' },
  'database.row_level_security_bypassed': {
    levels: ['warn'],
    meaning: 'The database user is a superuser: name another.',
  },
  'database.schema_newer': {
    levels: ['info'],
    meaning: 'A newer version of the hub migrated the database; this one may run beside it.',
  },
  'database.standby_fit': { levels: ['info'], meaning: 'The standby at SPINDLE_DATABASE_READ_URL is asked again.' },
  'database.standby_unfit': {
    levels: ['warn'],
    meaning:
      'The standby at SPINDLE_DATABASE_READ_URL is not asked; `problem` says why. The primary answers in its place.',
  },
  'database.torn_pages_possible': {
    levels: ['warn'],
    meaning: 'PostgreSQL runs with full_page_writes off: it must keep pages whole in another way.',
  },
  'delivery.attempt_failed': { levels: ['info'], meaning: 'An outlet could not be reached; the delivery is retried.' },
  'delivery.later_answer_failed': {
    levels: ['warn'],
    meaning: 'A correction of a store was not applied to its delivery; the next run tries again.',
  },
  'delivery.step_failed': {
    levels: ['warn'],
    meaning: 'A waiting delivery did not move on; the next run tries again.',
  },
  'http.unnamed_proxy': {
    levels: ['warn'],
    meaning:
      'Requests come through `address`, which SPINDLE_TRUSTED_PROXIES does not name: the limits count all its clients as one.',
  },
  'hub.drained': { levels: ['info'], meaning: 'Everything that ran has ended; the process exits.' },
  'hub.draining': { levels: ['info'], meaning: 'The hub is told to stop and finishes what runs.' },
  'hub.listening': { levels: ['info'], meaning: 'The hub serves requests.' },
  'integration.properties_sync_failed': {
    levels: ['warn'],
    meaning: 'Properties of the tokens are not saved yet; the hub tries again.',
  },
  'integration.tokens_invalid': {
    levels: ['error'],
    meaning: 'The changed file of tokens is wrong; the tokens before it stay valid.',
  },
  'integration.tokens_loaded': { levels: ['info'], meaning: 'The file of tokens was read again.' },
  'integration.tokens_unreadable': {
    levels: ['error'],
    meaning: 'The file of tokens cannot be read; the tokens before stay valid.',
  },
  'integration.verifications_write_failed': {
    levels: ['warn'],
    meaning: 'When properties were verified last is saved later.',
  },
  'drops.look_failed': {
    levels: ['warn'],
    meaning:
      'A drop could not be looked into, or a package in it not be taken; `drops list` says why. The next look tries again.',
  },
  'drops.package_ended': {
    levels: ['info'],
    meaning: 'All messages of a package were read, or it was refused as a whole.',
  },
  'drops.paused': {
    levels: ['warn'],
    meaning: 'A drop does not let the hub in: set it right, then `drops resume`.',
  },
  'exports.bytes_left': {
    levels: ['warn'],
    meaning: 'The bytes of an export that is gone could not be removed; the nightly sweep finds them.',
  },
  'exports.failed': {
    levels: ['error'],
    meaning: 'An export could not be made, and is not tried again.',
  },
  'exports.ready': {
    levels: ['info'],
    meaning: 'The archive of an export can be downloaded.',
  },
  'imports.ended': {
    levels: ['info'],
    meaning: 'A message that was handed in was read; its report says what became of it.',
  },
  'imports.reading_failed': {
    levels: ['warn'],
    meaning: 'The process that reads a message ended without an answer; the message is refused.',
  },
  'jobs.abandoned_released': {
    levels: ['warn'],
    meaning: 'A worker ended without finishing its jobs; others take them.',
  },
  'jobs.attempt_failed': { levels: ['warn'], meaning: 'A job failed and is tried again.' },
  'jobs.lease_renewal_failed': {
    levels: ['warn'],
    meaning: 'The worker cannot say that it still runs; others may take its jobs.',
  },
  'jobs.lost': {
    levels: ['warn'],
    meaning: 'Another worker has taken the job up, because this one was not heard of; nothing more was committed here.',
  },
  'jobs.runner_failed': { levels: ['error'], meaning: 'Jobs no longer run in this process: restart it.' },
  'jobs.wake_failed': {
    levels: ['debug'],
    meaning: 'The workers were not told of new jobs; they find them with their next look, within seconds.',
  },
  'keys.usage_write_failed': { levels: ['warn'], meaning: 'When keys were last used is saved later.' },
  'live.poll_failed': { levels: ['warn'], meaning: 'What changed was not read; streams hear of it with the next try.' },
  'mcp.client_warning': { levels: ['warn'], meaning: 'The SDK behind a tool reported something unusual.' },
  'mcp.request_failed': { levels: ['error'], meaning: 'A message of an agent failed inside the hub.' },
  'media.analysis_attempt_failed': {
    levels: ['warn'],
    meaning: 'The process that analyses an upload ended without a report.',
  },
  'media.children_bundled': {
    levels: ['info'],
    meaning: 'What reads media is one file for each program now, which starts faster.',
  },
  'media.children_unbundled': {
    levels: ['debug'],
    meaning: 'What reads media starts from its sources: nothing can be written beside the packages.',
  },
  'media.child_isolation': {
    levels: ['info', 'warn'],
    meaning: 'How the process that analyses uploads is confined; warns where a wall is missing.',
  },
  'media.preview_failed': {
    levels: ['warn'],
    meaning: 'The process that makes an upload heard or seen ended without a result.',
  },
  'nodes.clock_skewed': {
    levels: ['warn'],
    meaning: 'The clock of this machine and that of the database differ by a second or more.',
  },
  'nodes.clock_wrong': {
    levels: ['error'],
    meaning: 'They differ by 30 s or more: /readyz says broken, and this process takes no jobs until it starts again.',
  },
  'nodes.heartbeat_failed': { levels: ['warn'], meaning: 'The others did not hear of this process; it tries again.' },
  'nodes.storage_apart': {
    levels: ['warn'],
    meaning: 'Nodes on several machines keep uploads on disk: it must be one shared folder.',
  },
  'notifications.connection_lost': {
    levels: ['warn'],
    meaning: 'Nodes hear of changes late until the connection is back.',
  },
  'oauth.request_failed': {
    levels: ['info', 'error'],
    meaning: 'The authorization server failed inside; at info because something is away or full for now.',
  },
  'outlets.later_answers_unread': {
    levels: ['info'],
    meaning: 'A store could not be read for corrections of its answers; the next run looks again.',
  },
  'outlets.paused': {
    levels: ['warn'],
    meaning: 'A store does not let the hub in: set it right, then `outlets resume`.',
  },
  'outage.began': {
    levels: ['warn'],
    meaning:
      'The database or the storage for uploads (`dependency`) is `unavailable` or `full` (`state`): once, however long it lasts.',
  },
  'outage.ended': { levels: ['info'], meaning: 'It can be worked with again; `seconds` says how long it could not.' },
  'people.outside_sign_in_refused': {
    levels: ['info'],
    meaning: 'The outside provider sent somebody back whom the hub does not let in; `reason` says why.',
  },
  'people.provider_unavailable': {
    levels: ['warn'],
    meaning: 'The outside provider does not work or refuses this hub: `reason`. Other ways to sign in go on.',
  },
  'plays.activity_write_failed': {
    levels: ['warn'],
    meaning: 'When properties read their feed and reported plays last is saved later.',
  },
  'plays.day_exported': { levels: ['info'], meaning: 'The archive has a Parquet file of its raw plays.' },
  'plays.days_deleted': { levels: ['info'], meaning: 'Their retention is over; roll-ups stay.' },
  'plays.segment_lost': {
    levels: ['warn'],
    meaning:
      'The storage has not a file of raw plays that the database names. Its plays stay counted; should they be sent again, they are counted again.',
  },
  'plays.batch_incomplete': {
    levels: ['warn'],
    meaning:
      'ClickHouse has fewer plays than it answered for, for an hour. What it has is counted; look for lost parts, or replicas that do not follow.',
  },
  'plays.fold_enqueue_failed': { levels: ['warn'], meaning: 'Reported plays are counted with the next ones.' },
  'postgres.address_in_use': { levels: ['info'], meaning: 'The embedded database starts at another address.' },
  'postgres.database_created': { levels: ['info'], meaning: 'Role and database of the hub exist.' },
  'postgres.exited': { levels: ['warn'], meaning: 'The embedded database ended by itself and is started again.' },
  'postgres.initialised': { levels: ['info'], meaning: 'The embedded database got a new data directory.' },
  'postgres.restart_failed': {
    levels: ['warn'],
    meaning: 'The embedded database did not start again; the hub keeps trying.',
  },
  'postgres.restarted': { levels: ['info'], meaning: 'The embedded database runs again.' },
  'postgres.slow_start': {
    levels: ['warn'],
    meaning: 'The embedded database takes long to start; it may be recovering.',
  },
  'postgres.stale_processes_found': {
    levels: ['warn'],
    meaning: 'A database of an earlier run still uses the data directory.',
  },
  'postgres.stale_processes_stopped': { levels: ['info'], meaning: 'It was stopped.' },
  'postgres.started': { levels: ['info'], meaning: 'The embedded database takes connections.' },
  'postgres.stopped': { levels: ['info'], meaning: 'The embedded database was shut down.' },
  'previews.not_kept': { levels: ['warn'], meaning: 'A small picture was not stored; it is made again when needed.' },
  'process.unhandled_rejection': { levels: ['error'], meaning: 'A defect of the hub: please report it.' },
  'releases.upc_pool_code_invalid': { levels: ['warn'], meaning: 'A code of the UPC pool is wrong and is skipped.' },
  'reports.reading_failed': {
    levels: ['warn'],
    meaning: 'The process that reads a report ended without an answer; the report is refused.',
  },
  request: { levels: ['debug', 'info'], meaning: 'A request was answered.' },
  'request.unavailable': {
    levels: ['info'],
    meaning: 'A request was answered with 503, 507 or the like, because something is away or full for now.',
  },
  'request.failed': { levels: ['error'], meaning: 'A request was answered with 500: a defect of the hub.' },
  'takedown.step_failed': {
    levels: ['warn'],
    meaning: 'A planned takedown was not carried out; the next run tries again.',
  },
  'tracing.not_sent': { levels: ['warn'], meaning: 'The collector of traces did not take spans; they are lost.' },
  'uploads.analysed': { levels: ['info'], meaning: 'An upload is ready or rejected.' },
  'uploads.bytes_damaged': {
    levels: ['error'],
    meaning:
      'Bytes of an upload are missing, damaged or cannot be read: `storage repair --from <backup>` brings them back.',
  },
  'uploads.bytes_differ': {
    levels: ['error'],
    meaning: 'The storage answers other bytes than were stored; the upload is rejected.',
  },
  'uploads.bytes_missing': {
    levels: ['error'],
    meaning: 'The storage has lost bytes of an upload: `storage repair --from <backup>` brings them back.',
  },
  'uploads.bytes_repaired': { levels: ['info'], meaning: 'Bytes of an upload were brought back from a backup.' },
  'uploads.consolidate_failed': {
    levels: ['warn'],
    meaning: 'An upload that lies in several objects was not stored anew as one. It is whole and can be used.',
  },
  'uploads.database_restored': {
    levels: ['warn'],
    meaning: 'The database is older than the storage: the sweep waits, feeds begin anew.',
  },
  'uploads.delete_failed': {
    levels: ['warn'],
    meaning: 'Bytes that nobody needs were not deleted; the sweep does it.',
  },
  'uploads.ended_bytes_deleted': { levels: ['info'], meaning: 'The sweep deleted bytes of an upload that has ended.' },
  'uploads.expire_failed': { levels: ['warn'], meaning: 'An upload did not expire; the next run tries again.' },
  'uploads.expired': { levels: ['info'], meaning: 'Nothing referred to the upload; its bytes are deleted.' },
  'uploads.file_close_failed': { levels: ['warn'], meaning: 'A file of an interrupted upload did not close.' },
  'uploads.finish_failed': {
    levels: ['warn'],
    meaning: 'A complete upload was not finished; the next run tries again.',
  },
  'uploads.orphan_deleted': { levels: ['info'], meaning: 'Nobody missed the bytes for 30 days.' },
  'uploads.orphan_quarantined': { levels: ['info'], meaning: 'Bytes without an upload were set aside for 30 days.' },
  'uploads.orphan_restored': { levels: ['warn'], meaning: 'Bytes in quarantine have an upload again.' },
  'uploads.orphans_held': {
    levels: ['error'],
    meaning: 'Many bytes have no upload: check the storage, then confirm the sweep.',
  },
  'uploads.reject_failed': {
    levels: ['error'],
    meaning: 'An upload that could not be stored was not rejected either.',
  },
  'uploads.replaced_bytes_deleted': {
    levels: ['info'],
    meaning: 'The sweep deleted bytes of an upload that were replaced 30 days ago, or that nobody finished.',
  },
  'uploads.scrub_stopped': {
    levels: ['warn'],
    meaning: 'The scrub could not read the storage; the next run reads on.',
  },
  'uploads.sync_failed': { levels: ['error'], meaning: 'The disk refused to keep the bytes of an upload.' },
  'webhooks.account_unknown': {
    levels: ['warn'],
    meaning: 'The file of webhooks names an account that there is not; its webhooks are left out.',
  },
  'webhooks.configuration_refused': {
    levels: ['error'],
    meaning: 'The file of webhooks is wrong, or could not be applied; the webhooks stay as they were.',
  },
  'webhooks.disabled': {
    levels: ['info'],
    meaning: 'A webhook of an account gets nothing any more; its activity says why.',
  },
} as const satisfies Readonly<Record<string, LogEventDefinition>>

/** The name of an event of the log. */
export type LogEvent = keyof typeof logEvents

/** The events that may be logged at a level. */
export type LogEventAt<Level extends LogLevel> = {
  [Event in LogEvent]: Level extends (typeof logEvents)[Event]['levels'][number] ? Event : never
}[LogEvent]
