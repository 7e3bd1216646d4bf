// long: one entry for each event
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One event of the log: its level, and what it means for an operator. */
interface LogEventDefinition {
  /** Several if the level depends on the details of the event. */
  readonly levels: readonly LogLevel[]
  readonly meaning: string
}

/** Every event the hub logs. Events that are not in this list cannot be logged; `docs/log-events.md` shows the list. */
export const logEvents = {
  'auth.issuer_keys_refresh_failed': {
    levels: ['debug'],
    meaning: 'The keys of the issuer could not be refreshed; the known ones stay in use.',
  },
  'auth.issuer_unavailable': { levels: ['warn'], meaning: 'Access tokens of the issuer cannot be checked.' },
  'backups.restored': {
    levels: ['warn'],
    meaning: 'The hub was restored from a backup and sends nothing outside: check it, then run `restore finish`.',
  },
  'console.built': { levels: ['info'], meaning: 'The pages of the console were built from their sources.' },
  'console.unavailable': { levels: ['error'], meaning: 'The console could not be built; everything else works.' },
  'contact.messages_deleted': { levels: ['info'], meaning: 'Messages past their retention were deleted.' },
  'contact.received': { levels: ['info'], meaning: 'A person asks for access: `contact list` shows the message.' },
  'database.client_error': { levels: ['debug'], meaning: 'A connection failed while a request used it.' },
  'database.commits_not_replicated': {
    levels: ['warn'],
    meaning:
      'Other servers follow the database, or synchronous_commit is local, but no commit waits for a standby: acknowledged data is on one machine only.',
  },
  'database.connection_lost': { levels: ['debug', 'warn'], meaning: 'An idle connection ended.' },
  'database.migrated': { levels: ['info'], meaning: 'The schema was migrated at the start.' },
  'database.row_level_security_bypassed': {
    levels: ['warn'],
    meaning: 'The database user is a superuser: use another user.',
  },
  'database.schema_newer': {
    levels: ['info'],
    meaning: 'A newer version of the hub migrated the database; this one may run beside it.',
  },
  'database.standby_fit': { levels: ['info'], meaning: 'The standby at SPINDLE_DATABASE_READ_URL is in use again.' },
  'database.standby_unfit': {
    levels: ['warn'],
    meaning: 'The standby at SPINDLE_DATABASE_READ_URL is not used; `problem` says why. The primary answers instead.',
  },
  'database.torn_pages_possible': {
    levels: ['warn'],
    meaning: 'PostgreSQL runs with full_page_writes off: it must keep pages whole in another way.',
  },
  'delivery.attempt_failed': { levels: ['info'], meaning: 'An outlet could not be reached; the delivery is retried.' },
  'delivery.later_answer_failed': {
    levels: ['warn'],
    meaning: 'A later answer of a store was not applied to its delivery; the next run tries again.',
  },
  'delivery.not_retried': {
    levels: ['warn'],
    meaning: 'A delivery that an operator retried with others could not be queued again; the rest were.',
  },
  'delivery.step_failed': {
    levels: ['warn'],
    meaning: 'A waiting delivery made no progress; the next run tries again.',
  },
  'http.unnamed_proxy': {
    levels: ['warn'],
    meaning:
      'Requests come through `address`, which SPINDLE_TRUSTED_PROXIES does not name: the limits count all its clients as one.',
  },
  'hub.bundled': { levels: ['info'], meaning: 'The code of the hub was bundled, so the next start is faster.' },
  'hub.unbundled': {
    levels: ['debug'],
    meaning: 'The bundle could not be made, so the next start loads the code file by file.',
  },
  'hub.drained': { levels: ['info'], meaning: 'All running work has ended; the process exits.' },
  'hub.draining': { levels: ['info'], meaning: 'The hub is stopping and finishes running work.' },
  'hub.listening': { levels: ['info'], meaning: 'The hub serves requests.' },
  'hub.starting': {
    levels: ['info'],
    meaning:
      'The first line of a hub: its version with the commit that it was built from, its Node, its role and whether it runs as a bundle.',
  },
  'integration.properties_sync_failed': {
    levels: ['warn'],
    meaning: 'The properties of the tokens could not be saved; the hub tries again.',
  },
  'integration.tokens_invalid': {
    levels: ['error'],
    meaning: 'The changed tokens file is wrong; the previous tokens stay valid.',
  },
  'integration.tokens_loaded': { levels: ['info'], meaning: 'The tokens file was read again.' },
  'integration.tokens_unreadable': {
    levels: ['error'],
    meaning: 'The tokens file cannot be read; the previous tokens stay valid.',
  },
  'integration.verifications_write_failed': {
    levels: ['warn'],
    meaning: 'The time of the last verification of properties could not be saved; it is saved later.',
  },
  'drops.look_failed': {
    levels: ['warn'],
    meaning:
      'A drop could not be read, or a package in it could not be fetched; `drops list` says why. The next look tries again.',
  },
  'drops.package_ended': {
    levels: ['info'],
    meaning: 'All messages of a package were read, or it was refused as a whole.',
  },
  'drops.paused': {
    levels: ['warn'],
    meaning: 'A drop refused the login and is paused: fix it, then run `drops resume`.',
  },
  'exports.bytes_left': {
    levels: ['warn'],
    meaning: 'The bytes of a deleted export could not be removed; the nightly sweep removes them.',
  },
  'exports.failed': {
    levels: ['error'],
    meaning: 'An export failed and is not retried.',
  },
  'exports.ready': {
    levels: ['info'],
    meaning: 'The archive of an export can be downloaded.',
  },
  'imports.ended': {
    levels: ['info'],
    meaning: 'An imported message was read; its report has the result.',
  },
  'imports.reading_failed': {
    levels: ['warn'],
    meaning: 'The process that reads a message ended without an answer; the message is refused.',
  },
  'jobs.abandoned_released': {
    levels: ['warn'],
    meaning: 'A worker ended without finishing its jobs; other workers take them.',
  },
  'jobs.attempt_failed': { levels: ['warn'], meaning: 'A job failed and is tried again.' },
  'jobs.lease_renewal_failed': {
    levels: ['warn'],
    meaning: 'The worker could not renew its leases; other workers may take its jobs.',
  },
  'jobs.lost': {
    levels: ['warn'],
    meaning: 'Another worker took the job because this one did not renew its lease; nothing more was committed here.',
  },
  'jobs.look_failed': {
    levels: ['debug', 'warn'],
    meaning: 'The process could not find out which jobs are due. It tries again after a second.',
  },
  'jobs.runner_failed': { levels: ['error'], meaning: 'Jobs no longer run in this process: restart it.' },
  'jobs.wake_failed': {
    levels: ['debug'],
    meaning: 'The workers were not notified of new jobs; they find them within seconds.',
  },
  'keys.usage_write_failed': {
    levels: ['warn'],
    meaning: 'The time of the last use of keys could not be saved; it is saved later.',
  },
  'live.poll_failed': { levels: ['warn'], meaning: 'Changes could not be read; streams get them with the next try.' },
  'mcp.client_warning': { levels: ['warn'], meaning: 'The SDK behind a tool reported something unusual.' },
  'mcp.request_failed': { levels: ['error'], meaning: 'A message of an agent failed inside the hub.' },
  'mail.attempt_failed': {
    levels: ['warn'],
    meaning: 'The mail server did not take a message; it is tried again. `code` says why, `mail test` says more.',
  },
  'mail.dropped': {
    levels: ['warn'],
    meaning: 'Messages that were not sent were deleted: they expired, or the hub was restored from a backup.',
  },
  'mail.given_up': {
    levels: ['warn'],
    meaning: 'A message was not sent and is not tried again: the server refuses the recipient or text, or it expired.',
  },
  'mail.sent': { levels: ['info'], meaning: 'The mail server took a message.' },
  'media.analysis_attempt_failed': {
    levels: ['warn'],
    meaning: 'The process that analyses an upload ended without a report.',
  },
  'media.children_bundled': {
    levels: ['info'],
    meaning: 'The programs that read media were bundled, so they start faster.',
  },
  'media.children_unbundled': {
    levels: ['debug'],
    meaning: 'The programs that read media start from their sources: nothing can be written beside the packages.',
  },
  'media.child_isolation': {
    levels: ['info', 'warn'],
    meaning: 'Which protections the process that analyses uploads has; warns if one is missing.',
  },
  'media.preview_failed': {
    levels: ['warn'],
    meaning: 'The process that makes a preview of an upload ended without a result.',
  },
  'media.rendition_failed': {
    levels: ['warn'],
    meaning: 'The process that encodes a master for sites ended without a result.',
  },
  'nodes.clock_skewed': {
    levels: ['warn'],
    meaning: 'The clock of this machine and that of the database differ by a second or more.',
  },
  'nodes.clock_wrong': {
    levels: ['error'],
    meaning: 'They differ by 30 s or more: /readyz says broken, and this process runs no jobs until it is restarted.',
  },
  'nodes.heartbeat_failed': {
    levels: ['warn'],
    meaning: 'This process could not report to the other nodes; it tries again.',
  },
  'nodes.storage_apart': {
    levels: ['warn'],
    meaning: 'Nodes on several machines keep uploads on disk: it must be one shared folder.',
  },
  'notifications.connection_lost': {
    levels: ['warn'],
    meaning: 'The node learns of changes late until the connection is back.',
  },
  'oauth.request_failed': {
    levels: ['info', 'error'],
    meaning: 'The authorization server failed; at info if a dependency is unavailable or full.',
  },
  'outlets.acknowledgements_unreadable': {
    levels: ['warn'],
    meaning:
      'The hub cannot read the acknowledgements of a store, and messages count as sent. Logged once until it works again, with a `fix` if the store does not allow it.',
  },
  'outlets.later_answers_unread': {
    levels: ['info'],
    meaning: 'A store could not be checked for later answers; the next run tries again.',
  },
  'outlets.paused': {
    levels: ['warn'],
    meaning: 'A store refused the login and its outlet is paused: fix it, then run `outlets resume`.',
  },
  'outage.began': {
    levels: ['warn'],
    meaning:
      'The database or the storage for uploads (`dependency`) is `unavailable` or `full` (`state`): once, however long it lasts.',
  },
  'outage.ended': { levels: ['info'], meaning: 'It works again; `seconds` says how long the outage was.' },
  'people.outside_sign_in_refused': {
    levels: ['info'],
    meaning: 'The hub refused a sign-in with the outside provider; `reason` says why.',
  },
  'people.provider_unavailable': {
    levels: ['warn'],
    meaning: 'The outside provider does not work or refuses this hub: `reason`. Other ways to sign in keep working.',
  },
  'plays.activity_write_failed': {
    levels: ['warn'],
    meaning: 'The time when properties last read their feed or reported plays could not be saved; it is saved later.',
  },
  'plays.day_exported': { levels: ['info'], meaning: 'A day of raw plays was written to the archive as Parquet.' },
  'plays.days_deleted': { levels: ['info'], meaning: 'Raw plays past their retention were deleted; roll-ups stay.' },
  'plays.segment_lost': {
    levels: ['warn'],
    meaning:
      'The storage lacks a file of raw plays that the database names. Its plays stay counted; if they are sent again, they are counted again.',
  },
  'plays.batch_incomplete': {
    levels: ['warn'],
    meaning:
      'For an hour ClickHouse has had fewer plays than it acknowledged. The existing ones are counted; look for lost parts or lagging replicas.',
  },
  'plays.fold_enqueue_failed': {
    levels: ['warn'],
    meaning: 'No job could be enqueued to count plays; they are counted with the next ones.',
  },
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
    meaning: 'The embedded database is slow to start; it may be recovering.',
  },
  'postgres.stale_processes_found': {
    levels: ['warn'],
    meaning: 'A database of an earlier run still uses the data directory.',
  },
  'postgres.stale_processes_stopped': { levels: ['info'], meaning: 'The database of the earlier run was stopped.' },
  'postgres.started': { levels: ['info'], meaning: 'The embedded database accepts connections.' },
  'postgres.stopped': { levels: ['info'], meaning: 'The embedded database was shut down.' },
  'previews.not_kept': { levels: ['warn'], meaning: 'A small picture was not stored; it is made again when needed.' },
  'process.unhandled_rejection': { levels: ['error'], meaning: 'A defect of the hub: please report it.' },
  'processes.ended': {
    levels: ['warn'],
    meaning: 'A process of the hub ended by itself. Another one takes its place.',
  },
  'processes.gave_up': {
    levels: ['error'],
    meaning: 'Processes of the hub ended again and again, so the hub stops; earlier lines have the reason.',
  },
  'processes.roll_failed': {
    levels: ['error'],
    meaning:
      'A restart of the processes (SIGUSR2) stopped: a new process did not start, and the old one keeps serving.',
  },
  'processes.rolled': { levels: ['info'], meaning: 'Every process of the hub was replaced by a new one (SIGUSR2).' },
  'processes.start_failed': { levels: ['warn'], meaning: 'A process of the hub could not be replaced yet.' },
  'processes.started': { levels: ['info'], meaning: 'A process of the hub serves.' },
  'releases.check_hook_failed': {
    levels: ['warn'],
    meaning:
      'The program at SPINDLE_CHECK_HOOK gave no answer; `reason` and `stderr` say why. Releases are not submitted without it.',
  },
  'releases.search_not_renewed': {
    levels: ['warn'],
    meaning:
      'The words that find a release could not be written again after an upgrade; the hub repeats it each minute.',
  },
  'releases.trash_not_emptied': {
    levels: ['warn'],
    meaning: 'A deleted draft could not be erased from the trash. The next run tries again.',
  },
  'releases.upc_pool_codes_invalid': {
    levels: ['warn'],
    meaning: 'Codes of the UPC pool are wrong and are skipped: how many, and the first of them.',
  },
  'renditions.attempt_failed': {
    levels: ['warn'],
    meaning: 'A master could not be encoded for sites now; the hub tries again.',
  },
  'renditions.made': { levels: ['info'], meaning: 'The compressed audio of a track is ready for sites.' },
  'reports.reading_failed': {
    levels: ['warn'],
    meaning: 'The process that reads a report ended without an answer; the report is refused.',
  },
  request: { levels: ['debug', 'info'], meaning: 'A request was answered.' },
  'request.unavailable': {
    levels: ['info'],
    meaning: 'A request got 503, 507 or similar, because a dependency is unavailable or full.',
  },
  'request.failed': { levels: ['error'], meaning: 'A request was answered with 500: a defect of the hub.' },
  'takedown.step_failed': {
    levels: ['warn'],
    meaning: 'A planned takedown was not carried out; the next run tries again.',
  },
  'tracing.not_sent': { levels: ['warn'], meaning: 'The trace collector did not accept spans; they are lost.' },
  'uploads.analysed': { levels: ['info'], meaning: 'An upload is ready or rejected.' },
  'uploads.bytes_damaged': {
    levels: ['error'],
    meaning: 'Bytes of an upload are missing, damaged or unreadable: run `storage repair --from <backup>`.',
  },
  'uploads.bytes_differ': {
    levels: ['error'],
    meaning: 'The storage returned other bytes than were stored; the upload is rejected.',
  },
  'uploads.bytes_missing': {
    levels: ['error'],
    meaning: 'The storage has lost bytes of an upload: run `storage repair --from <backup>`.',
  },
  'uploads.bytes_repaired': { levels: ['info'], meaning: 'Bytes of an upload were restored from a backup.' },
  'uploads.consolidate_failed': {
    levels: ['warn'],
    meaning: 'An upload of several objects could not be consolidated into one. It is complete and usable.',
  },
  'uploads.database_restored': {
    levels: ['warn'],
    meaning: 'The database is older than the storage: the sweep waits, and feeds start again.',
  },
  'uploads.delete_failed': {
    levels: ['warn'],
    meaning: 'Bytes that are no longer needed could not be deleted; the sweep deletes them.',
  },
  'uploads.ended_bytes_deleted': { levels: ['info'], meaning: 'The sweep deleted bytes of an upload that has ended.' },
  'uploads.expire_failed': { levels: ['warn'], meaning: 'An upload did not expire; the next run tries again.' },
  'uploads.expired': { levels: ['info'], meaning: 'Nothing referred to the upload; its bytes are deleted.' },
  'uploads.file_close_failed': { levels: ['warn'], meaning: 'A file of an interrupted upload did not close.' },
  'uploads.finish_failed': {
    levels: ['warn'],
    meaning: 'A complete upload was not finished; the next run tries again.',
  },
  'uploads.orphan_deleted': {
    levels: ['info'],
    meaning: 'Bytes without an upload were deleted after 30 days in quarantine.',
  },
  'uploads.orphan_quarantined': {
    levels: ['info'],
    meaning: 'Bytes without an upload were moved to quarantine for 30 days.',
  },
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
    meaning: 'The sweep deleted bytes of an upload that were replaced 30 days ago or never finished.',
  },
  'uploads.scrub_stopped': {
    levels: ['warn'],
    meaning: 'The scrub could not read the storage; the next run continues.',
  },
  'uploads.sync_failed': { levels: ['error'], meaning: 'The disk failed to store bytes of an upload.' },
  'webhooks.account_unknown': {
    levels: ['warn'],
    meaning: 'The webhooks file names an unknown account; its webhooks are skipped.',
  },
  'webhooks.configuration_refused': {
    levels: ['error'],
    meaning: 'The webhooks file is wrong or could not be applied; the webhooks are unchanged.',
  },
  'webhooks.disabled': {
    levels: ['info'],
    meaning: 'A webhook was disabled; the activity of its account has the reason.',
  },
} as const satisfies Readonly<Record<string, LogEventDefinition>>

/** The name of an event of the log. */
export type LogEvent = keyof typeof logEvents

/** The events that may be logged at a level. */
export type LogEventAt<Level extends LogLevel> = {
  [Event in LogEvent]: Level extends (typeof logEvents)[Event]['levels'][number] ? Event : never
}[LogEvent]
