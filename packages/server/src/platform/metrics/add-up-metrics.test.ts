import { expect, it } from 'vitest'
import { addUpMetrics } from './add-up-metrics.ts'
import { prometheusMetrics } from './metrics.ts'

const linesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(name))

it('adds up counters, histograms and what each process has of its own, and takes the rest once', async () => {
  const processes = [1, 2].map((number) => {
    const metrics = prometheusMetrics()
    metrics.countPlays('accepted', number)
    metrics.observeJob('sweep', 'done', number)
    metrics.gauges('spindle_database_connections', () => ({ idle: number }))
    metrics.gauge('spindle_reviews_waiting', () => 4)
    metrics.gauge('spindle_notifications_connected', () => number - 1)
    return metrics
  })
  const { text } = await addUpMetrics(await Promise.all(processes.map((metrics) => metrics.snapshot()))).render()
  expect(linesOf(text, 'spindle_plays_total{result="accepted"}')).toEqual(['spindle_plays_total{result="accepted"} 3'])
  expect(linesOf(text, 'spindle_job_duration_seconds_sum')).toEqual([
    'spindle_job_duration_seconds_sum{job="sweep",outcome="done"} 3',
  ])
  expect(linesOf(text, 'spindle_job_duration_seconds_bucket{le="1"')).toEqual([
    'spindle_job_duration_seconds_bucket{le="1",job="sweep",outcome="done"} 1',
  ])
  expect(linesOf(text, 'spindle_database_connections')).toEqual(['spindle_database_connections{state="idle"} 3'])
  expect(linesOf(text, 'spindle_reviews_waiting')).toEqual(['spindle_reviews_waiting 4'])
  expect(linesOf(text, 'spindle_notifications_connected')).toEqual(['spindle_notifications_connected 0'])
})
