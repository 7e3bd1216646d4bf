/** One metric of `/metrics`, as Prometheus describes it. */
export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Operation ids and states, never identifiers: each value is a series that Prometheus stores. */
  readonly labels: readonly string[]
  /** How a gauge of several processes becomes one; `max`, the default, suits figures that all of them read alike. */
  readonly amongProcesses?: 'sum' | 'min' | 'max'
}

/** Every metric of the hub under its public name. No others exist; `docs/metrics.md` shows the list. */
export const metricDefinitions = {
  spindle_blob_multipart_uploads: {
    type: 'gauge',
    help: 'Multipart uploads that the last sweep found open in the object store',
    labels: [],
  },
  spindle_blob_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests to the object store, with each retry separately',
    labels: ['operation', 'result'],
  },
  spindle_database_connections: {
    type: 'gauge',
    help: 'Database connections of this process, and requests that wait for one',
    labels: ['state'],
    amongProcesses: 'sum',
  },
  spindle_database_replication_lag_bytes: {
    type: 'gauge',
    help: 'Bytes of database log that the slowest standby has not replayed or stored yet; absent without standbys',
    labels: [],
  },
  spindle_database_sync_standby: {
    type: 'gauge',
    help: '1 if commits wait for a connected synchronous standby, 0 if they are on one machine only',
    labels: [],
    amongProcesses: 'min',
  },
  spindle_database_timeline: {
    type: 'gauge',
    help: 'Timeline of the database; it increases each time a standby takes over',
    labels: [],
  },
  spindle_deliveries: { type: 'gauge', help: 'Deliveries that are neither live nor taken down', labels: ['status'] },
  spindle_feed_lock_wait_seconds: {
    type: 'gauge',
    help: 'Longest current wait for the lock of the feed of a property',
    labels: [],
  },
  spindle_filesystem_avail_bytes: {
    type: 'gauge',
    help: 'Free bytes on the file system of the data directory',
    labels: [],
  },
  spindle_filesystem_size_bytes: {
    type: 'gauge',
    help: 'Size in bytes of the file system of the data directory',
    labels: [],
  },
  spindle_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests',
    labels: ['operation', 'status'],
  },
  spindle_job_duration_seconds: { type: 'histogram', help: 'Duration of jobs', labels: ['job', 'outcome'] },
  spindle_jobs: {
    type: 'gauge',
    help: 'Jobs that are waiting, running or failed permanently',
    labels: ['state'],
  },
  spindle_last_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'Start time of the last complete backup, 0 if there is none',
    labels: [],
  },
  spindle_last_restore_drill_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last successful restore drill, 0 if there is none',
    labels: [],
  },
  spindle_last_verified_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'Start time of the last backup with every byte verified, 0 if there is none',
    labels: [],
  },
  spindle_node_clock_skew_seconds: {
    type: 'gauge',
    help: 'Difference between the clock of this machine and the clock of the database',
    labels: [],
  },
  spindle_mail_oldest_unsent_seconds: {
    type: 'gauge',
    help: 'Waiting time of the oldest mail that was not sent; 0 if none waits',
    labels: [],
  },
  spindle_node_configurations: {
    type: 'gauge',
    help: 'Number of different configurations among the running processes: 1 if all are equal',
    labels: [],
  },
  spindle_nodes: { type: 'gauge', help: 'Running processes of the hub', labels: ['role'] },
  spindle_notifications_connected: {
    type: 'gauge',
    help: '1 if this process is notified of changes by other processes, 0 if it polls for them',
    labels: [],
    amongProcesses: 'min',
  },
  spindle_oldest_job_age_seconds: { type: 'gauge', help: 'Waiting time of the oldest due job', labels: [] },
  spindle_plays_fold_lag_seconds: {
    type: 'gauge',
    help: 'Time that the oldest uncounted play has been waiting in the database',
    labels: [],
  },
  spindle_plays_total: { type: 'counter', help: 'Plays reported by properties', labels: ['result'] },
  spindle_rendition_bytes: {
    type: 'gauge',
    help: 'Size of the compressed audio that the hub has made for sites',
    labels: [],
  },
  spindle_reviews_waiting: { type: 'gauge', help: 'Releases waiting for review', labels: [] },
  spindle_scrub_oldest_unread_seconds: {
    type: 'gauge',
    help: 'Time since the scrub read the upload that is next; absent if the scrub is off',
    labels: [],
  },
  spindle_scrub_period_seconds: {
    type: 'gauge',
    help: 'Time in which the scrub reads every stored upload once; absent if it is off',
    labels: [],
  },
  spindle_scrub_problems: {
    type: 'gauge',
    help: 'Uploads whose stored data is missing, damaged or unreadable',
    labels: ['problem'],
  },
  spindle_temp_limit_bytes: {
    type: 'gauge',
    help: 'Limit of all temporary files to and from the object store',
    labels: ['use'],
    amongProcesses: 'sum',
  },
  spindle_temp_used_bytes: {
    type: 'gauge',
    help: 'Size of these temporary files',
    labels: ['use'],
    amongProcesses: 'sum',
  },
  spindle_temp_waiting: {
    type: 'gauge',
    help: 'Transfers waiting for space in this limit',
    labels: ['use'],
    amongProcesses: 'sum',
  },
  spindle_upload_bytes_in_flight: {
    type: 'gauge',
    help: 'Upload bytes that were received but are not durable yet',
    labels: [],
    amongProcesses: 'sum',
  },
  spindle_upload_bytes_total: { type: 'counter', help: 'Upload bytes made durable', labels: [] },
  spindle_uploads_orphans_held: {
    type: 'gauge',
    help: 'Stored blobs without an upload that the last sweep left for confirmation',
    labels: [],
  },
  spindle_uploads_orphans_quarantined: {
    type: 'gauge',
    help: 'Stored blobs without an upload that the last sweep moved to quarantine',
    labels: [],
  },
  spindle_uploads_without_bytes: { type: 'gauge', help: 'Uploads whose data the last sweep did not find', labels: [] },
  spindle_verifications_total: { type: 'counter', help: 'Verified integration tokens', labels: ['result'] },
} as const satisfies Readonly<Record<string, MetricDefinition>>

/** The name of a metric of the hub. */
export type MetricName = keyof typeof metricDefinitions

type NamesWhere<Kind extends Partial<MetricDefinition>> = {
  [Name in MetricName]: (typeof metricDefinitions)[Name] extends Kind ? Name : never
}[MetricName]

/** Metrics that are read when they are scraped. */
export type GaugeName = NamesWhere<{ type: 'gauge' }>

/** Those of them with one value and no label. */
export type PlainGaugeName = NamesWhere<{ type: 'gauge'; labels: readonly [] }>
