/** One metric of `/metrics`, as Prometheus describes it. */
interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Operation ids and states, never identifiers: each value is a series that Prometheus keeps. */
  readonly labels: readonly string[]
}

/** Every figure of the hub under its public name. Nothing else can be measured; `docs/metrics.md` shows the list. */
export const metricDefinitions = {
  spindle_blob_multipart_uploads: {
    type: 'gauge',
    help: 'Multipart uploads that the last sweep found open in the object store',
    labels: [],
  },
  spindle_blob_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests to the object store, with each retry counted separately',
    labels: ['operation', 'result'],
  },
  spindle_database_connections: {
    type: 'gauge',
    help: 'Database connections of this process, and requests waiting for one',
    labels: ['state'],
  },
  spindle_database_replication_lag_bytes: {
    type: 'gauge',
    help: 'Bytes of database log that the slowest replica has not replayed or stored yet; absent without replicas',
    labels: [],
  },
  spindle_database_sync_standby: {
    type: 'gauge',
    help: 'Whether commits wait for an available standby (1), or are on one machine only (0)',
    labels: [],
  },
  spindle_database_timeline: {
    type: 'gauge',
    help: 'Timeline of the database; increases with each failover to a standby',
    labels: [],
  },
  spindle_deliveries: { type: 'gauge', help: 'Deliveries that are neither live nor taken down', labels: ['status'] },
  spindle_feed_lock_wait_seconds: {
    type: 'gauge',
    help: 'Waiting time of the oldest request for the feed of a property',
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
    help: 'Jobs that are waiting or running, or have failed permanently',
    labels: ['state'],
  },
  spindle_last_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'Start time of the last complete backup, 0 if there is none',
    labels: [],
  },
  spindle_last_restore_drill_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last restore test of a backup, 0 if there is none',
    labels: [],
  },
  spindle_last_verified_backup_timestamp_seconds: {
    type: 'gauge',
    help: 'Start time of the newest fully verified backup, 0 if there is none',
    labels: [],
  },
  spindle_node_clock_skew_seconds: {
    type: 'gauge',
    help: 'Difference between the clock of this machine and the clock of the database',
    labels: [],
  },
  spindle_node_configurations: {
    type: 'gauge',
    help: 'Number of different configurations among the running processes; 1 if all are the same',
    labels: [],
  },
  spindle_nodes: { type: 'gauge', help: 'Number of running processes of the hub', labels: ['role'] },
  spindle_notifications_connected: {
    type: 'gauge',
    help: 'Whether this process is notified of changes by other processes (1), or polls for them (0)',
    labels: [],
  },
  spindle_oldest_job_age_seconds: { type: 'gauge', help: 'Waiting time of the oldest due job', labels: [] },
  spindle_plays_fold_lag_seconds: {
    type: 'gauge',
    help: 'Waiting time of the oldest play that is not counted yet',
    labels: [],
  },
  spindle_plays_total: { type: 'counter', help: 'Plays reported by properties', labels: ['result'] },
  spindle_reviews_waiting: { type: 'gauge', help: 'Releases waiting for review', labels: [] },
  spindle_scrub_oldest_unread_seconds: {
    type: 'gauge',
    help: 'Time since the scrub last read the stored upload that is next in line; absent if the scrub is off',
    labels: [],
  },
  spindle_scrub_period_seconds: {
    type: 'gauge',
    help: 'Period in which the scrub reads every stored upload once; absent if it is off',
    labels: [],
  },
  spindle_scrub_problems: {
    type: 'gauge',
    help: 'Uploads whose stored data is missing, damaged or unreadable',
    labels: ['problem'],
  },
  spindle_temp_limit_bytes: {
    type: 'gauge',
    help: 'Maximum size of temporary files for transfers to and from the object store',
    labels: ['use'],
  },
  spindle_temp_used_bytes: { type: 'gauge', help: 'Current size of these temporary files', labels: ['use'] },
  spindle_temp_waiting: { type: 'gauge', help: 'Transfers waiting for space for temporary files', labels: ['use'] },
  spindle_upload_bytes_in_flight: {
    type: 'gauge',
    help: 'Upload bytes that were received but are not durable yet',
    labels: [],
  },
  spindle_upload_bytes_total: { type: 'counter', help: 'Upload bytes made durable', labels: [] },
  spindle_uploads_orphans_held: {
    type: 'gauge',
    help: 'Stored blobs without an upload that the last sweep left for the operator to decide',
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

/** The name of a figure of the hub. */
export type MetricName = keyof typeof metricDefinitions

type NamesWhere<Kind extends Partial<MetricDefinition>> = {
  [Name in MetricName]: (typeof metricDefinitions)[Name] extends Kind ? Name : never
}[MetricName]

/** Metrics that are read when they are scraped. */
export type GaugeName = NamesWhere<{ type: 'gauge' }>

/** Those of them with one value and no label. */
export type PlainGaugeName = NamesWhere<{ type: 'gauge'; labels: readonly [] }>
