import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { logEvents } from '../../src/platform/logging/log-events.ts'

const alerts = readFileSync(new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url), 'utf8')

it('alerts name only events that the hub logs', () => {
  const named = Array.from(alerts.matchAll(/^ *action: (.*)$/gm), ([, action = '']) => action).flatMap((action) =>
    Array.from(action.matchAll(/\b[a-z]+\.[a-z_]+\b/g), ([event]) => event),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((event) => !(event in logEvents))).toEqual([])
})
