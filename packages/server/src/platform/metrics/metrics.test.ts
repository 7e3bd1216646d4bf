import { describe, expect, it } from 'vitest'
import { metricDefinitions } from './metric-definitions.ts'
import { prometheusMetrics } from './metrics.ts'

/** The lines of one metric, without its comments. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'))

describe('prometheusMetrics', () => {
  it('prints each value of a labelled gauge, and none of an earlier reading', async () => {
    const metrics = prometheusMetrics()
    let states: Record<string, number> = { waiting: 2, running: 1 }
    metrics.gauges('spindle_jobs', () => states)
    expect(linesOf((await metrics.render()).text, 'spindle_jobs')).toEqual([
      'spindle_jobs{state="waiting"} 2',
      'spindle_jobs{state="running"} 1',
    ])
    states = { failed: 3 }
    expect(linesOf((await metrics.render()).text, 'spindle_jobs')).toEqual(['spindle_jobs{state="failed"} 3'])
  })

  it('prints a gauge without a label as one value', async () => {
    const metrics = prometheusMetrics()
    metrics.gauge('spindle_reviews_waiting', async () => 4)
    expect(linesOf((await metrics.render()).text, 'spindle_reviews_waiting')).toEqual(['spindle_reviews_waiting 4'])
  })

  it('leaves out what cannot be read, and prints the others', async () => {
    const metrics = prometheusMetrics()
    metrics.gauge('spindle_reviews_waiting', () => Promise.reject(new Error('the database is away')))
    metrics.gauges('spindle_deliveries', () => Promise.reject(new Error('the database is away')))
    metrics.gauge('spindle_uploads_without_bytes', () => 0)
    const { text } = await metrics.render()
    expect(linesOf(text, 'spindle_reviews_waiting')).toEqual([])
    expect(linesOf(text, 'spindle_deliveries')).toEqual([])
    expect(linesOf(text, 'spindle_uploads_without_bytes')).toEqual(['spindle_uploads_without_bytes 0'])
  })

  it('counts by result, from 0 on', async () => {
    const metrics = prometheusMetrics()
    metrics.countPlays('accepted', 3)
    metrics.countPlays('duplicate', 1)
    metrics.countPlays('accepted', 2)
    metrics.countVerification('refused')
    const { text } = await metrics.render()
    expect(linesOf(text, 'spindle_plays_total')).toEqual([
      'spindle_plays_total{result="accepted"} 5',
      'spindle_plays_total{result="duplicate"} 1',
      'spindle_plays_total{result="refused"} 0',
    ])
    expect(linesOf(text, 'spindle_verifications_total')).toEqual([
      'spindle_verifications_total{result="ok"} 0',
      'spindle_verifications_total{result="refused"} 1',
    ])
  })

  it('exposes type and help of each metric as in the list', async () => {
    const { text } = await prometheusMetrics().render()
    expect(text).toContain('# HELP spindle_upload_bytes_total Upload bytes made durable\n')
    expect(text).toContain('# TYPE spindle_upload_bytes_total counter\n')
    expect(text).toContain('# TYPE spindle_job_duration_seconds histogram\n')
  })
})

describe('the list of metrics', () => {
  it('names figures as Prometheus wants them: counters end in _total, durations in _seconds', () => {
    for (const [name, { type }] of Object.entries(metricDefinitions)) {
      expect(name).toMatch(/^spindle_[a-z_]+$/)
      expect(name.endsWith('_total')).toBe(type === 'counter')
      if (type === 'histogram') expect(name).toMatch(/_duration_seconds$/)
    }
  })
})
