import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Http } from '../../http/context.ts'
import { routeTable } from '../../http/route-table.ts'
import { prometheusMetrics } from '../../platform/metrics.ts'
import { healthFeature } from './index.ts'

/** A node with a database that all share and a disk of its own, both to be broken, and what /readyz says of it. */
function openNode() {
  const state = { database: async () => {}, disk: async () => {} }
  const health = healthFeature({
    config: { metricsToken: undefined, metricsPort: undefined, host: '127.0.0.1' },
    dependencies: [
      { name: 'database', isShared: true, check: () => state.database() },
      { name: 'uploads', isShared: false, check: () => state.disk() },
    ],
    metrics: prometheusMetrics(),
  })
  const fastify = Fastify()
  health.bind?.({ fastify, table: routeTable() } as unknown as Http)
  const look = async () => {
    const answer = await fastify.inject('/readyz')
    return [answer.statusCode, answer.json()] as const
  }
  return { state, health, look }
}

const fail = () => Promise.reject(new Error('away'))
const starting = [503, { status: 'starting', checks: { process: 'starting' } }]
const draining = [503, { status: 'draining', checks: { process: 'draining' } }]

it('is starting until the work has begun, whatever is missing meanwhile', async () => {
  const { state, health, look } = openNode()
  const begun = Promise.withResolvers<void>()
  state.database = fail
  state.disk = fail
  expect(await look()).toEqual(starting)
  const started = health.announceStarted(begun.promise)
  expect(await look()).toEqual(starting)
  state.database = async () => {}
  state.disk = async () => {}
  begun.resolve()
  await started
  expect(await look()).toEqual([200, { status: 'ready', checks: { database: 'ok', uploads: 'ok' } }])
})

it('is starting until everything it depends on has been looked at', async () => {
  const { state, health, look } = openNode()
  const asked = Promise.withResolvers<void>()
  state.database = () => asked.promise
  const started = health.announceStarted(Promise.resolve())
  expect(await look()).toEqual(starting)
  asked.reject(new Error('away'))
  await started
  state.database = fail
  expect(await look()).toEqual([200, { status: 'degraded', checks: { database: 'unavailable', uploads: 'ok' } }])
})

it('is broken by what it has for itself, and degraded by what all share', async () => {
  const { state, health, look } = openNode()
  await health.announceStarted(Promise.resolve())
  state.database = fail
  expect(await look()).toEqual([200, { status: 'degraded', checks: { database: 'unavailable', uploads: 'ok' } }])
  state.disk = fail
  expect(await look()).toEqual([503, { status: 'broken', checks: { database: 'unavailable', uploads: 'unavailable' } }])
})

it('drains for good: also when it was told so while it started, or while it was asked', async () => {
  const early = openNode()
  early.health.announceDrain()
  await early.health.announceStarted(Promise.resolve())
  expect(await early.look()).toEqual(draining)

  const { state, health, look } = openNode()
  await health.announceStarted(Promise.resolve())
  state.disk = async () => health.announceDrain()
  expect(await look()).toEqual(draining)
})
