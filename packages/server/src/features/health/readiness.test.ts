import { AppError } from '@spindle/contract'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Http } from '../../http/context.ts'
import { routeTable } from '../../http/routing/route-table.ts'
import { prometheusMetrics } from '../../platform/metrics/metrics.ts'
import { hubBuild } from '../../platform/process/version.ts'
import { healthFeature } from './index.ts'

/** A node with a database that all share and a disk of its own, both to be broken, and what /readyz says of it. */
function openNode() {
  const clock = { ms: 0 }
  const said: object[] = []
  const note = (event: string, fields?: object): void => void said.push({ event, ...fields })
  const state = { database: async () => {}, disk: async () => {} }
  const health = healthFeature({
    config: { metricsToken: undefined, metricsPort: undefined, host: '127.0.0.1' },
    dependencies: [
      { name: 'database', isShared: true, check: () => state.database() },
      { name: 'uploads', isShared: false, check: () => state.disk() },
    ],
    metrics: prometheusMetrics(),
    checks: [],
    log: { info: note, warn: note },
    now: () => clock.ms,
  })
  const fastify = Fastify()
  health.bind?.({ fastify, table: routeTable() } as unknown as Http)
  const look = async () => {
    const answer = await fastify.inject('/readyz')
    const { build, ...body } = answer.json<Record<string, unknown>>()
    expect(build).toBe(hubBuild)
    return [answer.statusCode, body] as const
  }
  return { state, health, look, said, clock }
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

it('is degraded by a disk that is full: all but uploads goes on', async () => {
  const { state, health, look } = openNode()
  await health.announceStarted(Promise.resolve())
  state.disk = () => Promise.reject(new AppError('storage_full'))
  expect(await look()).toEqual([200, { status: 'degraded', checks: { database: 'ok', uploads: 'full' } }])
  state.disk = async () => {}
  expect(await look()).toEqual([200, { status: 'ready', checks: { database: 'ok', uploads: 'ok' } }])
})

it('says full of a database that answers and has no room for what it is to store', async () => {
  const { health, look, clock } = openNode()
  await health.announceStarted(Promise.resolve())
  const noRoom = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  health.noteFailure(new AppError('database_unavailable', { cause: noRoom }))
  expect(await look()).toEqual([200, { status: 'degraded', checks: { database: 'full', uploads: 'ok' } }])
  clock.ms += 10_001
  expect(await look()).toEqual([200, { status: 'ready', checks: { database: 'ok', uploads: 'ok' } }])
})

it('tells of an outage once when it begins and once when it ends, however many requests fail', async () => {
  const { state, health, look, said, clock } = openNode()
  await health.announceStarted(Promise.resolve())
  state.database = fail
  for (let request = 0; request < 40; request++) health.noteFailure(new AppError('database_unavailable'))
  await look()
  clock.ms += 41_000
  await look()
  state.database = async () => {}
  await look()
  await look()
  expect(said).toEqual([
    { event: 'outage.began', dependency: 'database', state: 'unavailable', error: expect.any(Error) },
    { event: 'outage.ended', dependency: 'database', seconds: 41 },
  ])
})

it('takes a request that failed by itself for no outage', async () => {
  const { health, look, said } = openNode()
  await health.announceStarted(Promise.resolve())
  health.noteFailure(new AppError('storage_unavailable'))
  health.noteFailure(new AppError('overloaded'))
  await look()
  expect(said).toEqual([])
})
