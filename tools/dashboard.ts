/** The dashboard of `deploy/grafana`: what an operator checks first, row by row. */

interface Panel {
  readonly title: string
  readonly unit: 'short' | 'reqps' | 's' | 'bytes' | 'percentunit' | 'Bps'
  /** What each line shows, and how it is called. */
  readonly lines: readonly (readonly [query: string, legend: string])[]
}

interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

const requests = 'spindle_http_request_duration_seconds'

const rows: readonly Row[] = [
  {
    title: 'Requests',
    panels: [
      {
        title: 'Answers',
        unit: 'reqps',
        lines: [[`sum by (status) (rate(${requests}_count[$__rate_interval]))`, '{{status}}']],
      },
      {
        title: 'Duration, 99 of 100',
        unit: 's',
        lines: [
          [
            `histogram_quantile(0.99, sum by (le, operation) (rate(${requests}_bucket[$__rate_interval])))`,
            '{{operation}}',
          ],
        ],
      },
      {
        title: 'Verifications',
        unit: 'reqps',
        lines: [['sum by (result) (rate(spindle_verifications_total[$__rate_interval]))', '{{result}}']],
      },
    ],
  },
  {
    title: 'Work',
    panels: [
      { title: 'Jobs', unit: 'short', lines: [['max by (state) (spindle_jobs)', '{{state}}']] },
      { title: 'The oldest due job', unit: 's', lines: [['max(spindle_oldest_job_age_seconds)', 'age']] },
      {
        title: 'Duration of jobs, 95 of 100',
        unit: 's',
        lines: [
          [
            'histogram_quantile(0.95, sum by (le, job) (rate(spindle_job_duration_seconds_bucket[$__rate_interval])))',
            '{{job}}',
          ],
        ],
      },
      { title: 'Deliveries under way', unit: 'short', lines: [['max by (status) (spindle_deliveries)', '{{status}}']] },
      { title: 'Reviews that wait', unit: 'short', lines: [['max(spindle_reviews_waiting)', 'releases']] },
      {
        title: 'Plays',
        unit: 'reqps',
        lines: [['sum by (result) (rate(spindle_plays_total[$__rate_interval]))', '{{result}}']],
      },
      { title: 'Plays not counted yet', unit: 's', lines: [['max(spindle_plays_fold_lag_seconds)', 'the oldest']] },
      {
        title: 'Waiting for a turn in the feed',
        unit: 's',
        lines: [['max(spindle_feed_lock_wait_seconds)', 'the longest']],
      },
    ],
  },
  {
    title: 'Storage',
    panels: [
      {
        title: 'Uploads',
        unit: 'Bps',
        lines: [['sum(rate(spindle_upload_bytes_total[$__rate_interval]))', 'received']],
      },
      {
        title: 'Upload bytes in flight',
        unit: 'bytes',
        lines: [['spindle_upload_bytes_in_flight', '{{instance}}']],
      },
      {
        title: 'Since the last backup and restore drill',
        unit: 's',
        lines: [
          ['time() - (max(spindle_last_backup_timestamp_seconds) > 0)', 'backup'],
          ['time() - (max(spindle_last_verified_backup_timestamp_seconds) > 0)', 'verified backup'],
          ['time() - (max(spindle_last_restore_drill_timestamp_seconds) > 0)', 'restore drill'],
        ],
      },
      {
        title: 'Disk in use',
        unit: 'percentunit',
        lines: [['1 - spindle_filesystem_avail_bytes / spindle_filesystem_size_bytes', '{{instance}}']],
      },
      {
        title: 'Requests to the object store',
        unit: 'reqps',
        lines: [
          [
            'sum by (operation, result) (rate(spindle_blob_request_duration_seconds_count[$__rate_interval]))',
            '{{operation}} {{result}}',
          ],
        ],
      },
      {
        title: 'Duration at the object store, 99 of 100',
        unit: 's',
        lines: [
          [
            'histogram_quantile(0.99, sum by (le, operation) (rate(spindle_blob_request_duration_seconds_bucket[$__rate_interval])))',
            '{{operation}}',
          ],
        ],
      },
      {
        title: 'Open multipart uploads',
        unit: 'short',
        lines: [['max(spindle_blob_multipart_uploads)', 'at the last sweep']],
      },
      {
        title: 'Temporary files, of their room',
        unit: 'percentunit',
        lines: [['spindle_temp_used_bytes / spindle_temp_limit_bytes', '{{use}} {{instance}}']],
      },
      {
        title: 'Temporary files that wait for room',
        unit: 'short',
        lines: [['spindle_temp_waiting', '{{use}} {{instance}}']],
      },
      {
        title: 'Uploads without bytes, files without uploads',
        unit: 'short',
        lines: [
          ['max(spindle_uploads_without_bytes)', 'without bytes'],
          ['max(spindle_uploads_orphans_held)', 'without uploads'],
          ['max(spindle_uploads_orphans_quarantined)', 'moved to quarantine'],
        ],
      },
      {
        title: 'Uploads that are missing, damaged or unreadable',
        unit: 'short',
        lines: [['max by (problem) (spindle_scrub_problems)', '{{problem}}']],
      },
      {
        title: 'Longest unread upload, and the period of the scrub',
        unit: 's',
        lines: [
          ['max(spindle_scrub_oldest_unread_seconds)', 'longest unread'],
          ['max(spindle_scrub_period_seconds)', 'period'],
        ],
      },
    ],
  },
  {
    title: 'Processes',
    panels: [
      { title: 'Processes that run', unit: 'short', lines: [['max by (role) (spindle_nodes)', '{{role}}']] },
      { title: 'Clock ahead of the database', unit: 's', lines: [['spindle_node_clock_skew_seconds', '{{instance}}']] },
      {
        title: 'Database connections',
        unit: 'short',
        lines: [['sum by (state) (spindle_database_connections)', '{{state}}']],
      },
      { title: 'Event loop, 99 of 100', unit: 's', lines: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']] },
      { title: 'Memory', unit: 'bytes', lines: [['process_resident_memory_bytes', '{{instance}}']] },
      {
        title: 'Processor',
        unit: 'percentunit',
        lines: [['rate(process_cpu_seconds_total[$__rate_interval])', '{{instance}}']],
      },
    ],
  },
  {
    title: 'Database',
    panels: [
      {
        title: 'A synchronous standby is there',
        unit: 'short',
        lines: [['min(spindle_database_sync_standby)', 'standby']],
      },
      {
        title: 'How far standbys are behind',
        unit: 'bytes',
        lines: [['max(spindle_database_replication_lag_bytes)', 'log']],
      },
      {
        title: 'Timeline, one more with each failover',
        unit: 'short',
        lines: [['max(spindle_database_timeline)', 'timeline']],
      },
    ],
  },
]

const panelsInRow = 3
const [width, height] = [24 / panelsInRow, 8]

/** The JSON model that Grafana 10 and newer import; the data source is chosen on import. */
export function dashboard(): string {
  let id = 0
  let y = 0
  const panels = rows.flatMap(({ title, panels: inRow }) => {
    const row = { id: ++id, type: 'row', title, gridPos: { h: 1, w: 24, x: 0, y: y++ }, panels: [] }
    const placed = inRow.map((panel, index) => {
      const gridPos = {
        h: height,
        w: width,
        x: (index % panelsInRow) * width,
        y: y + Math.floor(index / panelsInRow) * height,
      }
      return timeSeries(panel, ++id, gridPos)
    })
    y += Math.ceil(inRow.length / panelsInRow) * height
    return [row, ...placed]
  })
  const model = {
    title: 'Spindle',
    uid: 'spindle',
    tags: ['spindle'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
    panels,
  }
  return `${JSON.stringify(model, null, 2)}\n`
}

const source = { type: 'prometheus', uid: '$' + '{source}' }

const timeSeries = ({ title, unit, lines }: Panel, id: number, gridPos: object): object => ({
  id,
  type: 'timeseries',
  title,
  gridPos,
  datasource: source,
  fieldConfig: { defaults: { unit }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
  targets: lines.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    datasource: source,
    expr,
    legendFormat,
  })),
})
