import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { postgresPids } from '../harness/processes.ts'
import { createRandom, seedFromEnvironment } from '../harness/random.ts'
import { integrationToken, makeTarget } from '../system/make-target.ts'
import { startMixedLoad } from '../system/mixed-load.ts'
import { isAlive } from './embedded/harness/stand-in-hub.ts'

/** A hub of two API processes and a worker on the embedded database, with what happens to its processes. */

const seed = seedFromEnvironment()
const perSecond = 20
const timeout = 240_000

describe('a hub of several processes', () => {
  let dataDir: string
  let metricsPort: number
  let hub: HubProcess
  const environment = {
    SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`,
    SPINDLE_PROCESSES: '2',
    SPINDLE_DRAIN_SECONDS: '2',
    SPINDLE_SANDBOX_OUTLET: 'on',
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spindle-processes-'))
    metricsPort = await freePort()
    hub = await startHubProcess({
      dataDir,
      environment: { ...environment, SPINDLE_METRICS_PORT: String(metricsPort) },
    })
    await eventually(() => startedOf().length === 3, { what: 'three processes' })
  }, timeout)
  afterEach(async () => {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })

  /** The processes that served at any time, by the log. */
  const startedOf = (): { pid: number; role: string }[] =>
    hub
      .said()
      .split('\n')
      .filter((line) => line.includes('"processes.started"'))
      .map((line) => JSON.parse(line))
  const pidsOf = (role: string): number[] => startedOf().flatMap((one) => (one.role === role ? [one.pid] : []))
  /** On a connection of its own, which the kernel gives to any process that accepts it. */
  const verify = async (): Promise<number | undefined> => {
    const headers = { authorization: `Bearer ${integrationToken}` }
    const request = get(`${hub.url}/api/integration/verify`, { agent: false, headers })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const readMetric = async (line: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(new RegExp(`^${line.replaceAll(/[{}]/g, '\\$&')} (.+)$`, 'm').exec(text)?.[1])
  }
  const endOf = async (): Promise<readonly number[]> => {
    const left = (): number[] => [
      ...postgresPids(dataDir),
      ...startedOf().flatMap(({ pid }) => (isAlive(pid) ? [pid] : [])),
    ]
    await eventually(() => left().length === 0, { what: 'every process to have ended' })
    return left()
  }

  it('answers in both API processes, adds up their metrics, and stops as one', { timeout }, async () => {
    const [first = 0, second = 0] = pidsOf('api')
    for (const frozen of [first, second]) {
      process.kill(frozen, 'SIGSTOP')
      for (let request = 0; request < 10; request++) expect(await verify()).toBe(200)
      process.kill(frozen, 'SIGCONT')
    }
    // The numbers of a process that is slow to answer are left out.
    await expect.poll(() => readMetric('spindle_verifications_total{result="ok"}')).toBe(20)
    expect(await readMetric('spindle_nodes{role="api"}')).toBe(2)
    expect(await readMetric('spindle_nodes{role="worker"}')).toBe(1)
    expect((await call(hub.url, 'GET', '/readyz')).body).toMatchObject({
      status: 'ready',
      checks: { database: 'ok', uploads: 'ok', clock: 'ok', processes: 'ok' },
    })
    expect(await hub.stop()).toEqual({ code: 0, signal: null })
    expect(await endOf()).toEqual([])
  })

  it(`fails no request while all processes are replaced (seed ${seed})`, { timeout }, async () => {
    const load = startMixedLoad(await makeTarget(hub.url, { dataDir, environment }), perSecond, createRandom(seed))
    const before = await readMetric('spindle_upload_bytes_total')
    hub.process.kill('SIGUSR2')
    await eventually(() => hub.said().includes('"processes.rolled"'), { what: 'the restart', timeoutMs: 120_000 })
    expect(await load.stop()).toEqual([])
    await load.verify()
    expect(pidsOf('api')).toHaveLength(4)
    expect(pidsOf('worker')).toHaveLength(2)
    // Counters of processes that have ended are kept.
    expect(await readMetric('spindle_upload_bytes_total')).toBeGreaterThanOrEqual(before)
    expect(await hub.stop()).toEqual({ code: 0, signal: null })
  })

  it('replaces a killed process, and the others answer meanwhile', { timeout }, async () => {
    const [victim = 0] = pidsOf('api')
    process.kill(victim, 'SIGKILL')
    await eventually(() => !isAlive(victim), { what: 'the process to be gone', intervalMs: 1 })
    for (let request = 0; request < 20; request++) expect(await verify()).toBe(200)
    await eventually(() => pidsOf('api').length === 3, { what: 'another process' })
    const [worker = 0] = pidsOf('worker')
    process.kill(worker, 'SIGKILL')
    await eventually(() => pidsOf('worker').length === 2, { what: 'another worker' })
    expect(await verify()).toBe(200)
    expect(await hub.stop()).toEqual({ code: 0, signal: null })
    expect(await endOf()).toEqual([])
  })

  it('leaves no process when the first one is killed', { timeout }, async () => {
    expect(postgresPids(dataDir).length).toBeGreaterThan(0)
    process.kill(hub.process.pid ?? 0, 'SIGKILL')
    expect(await endOf()).toEqual([])
    expect(await readdir(dataDir)).toContain('postgres')
    await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  it('is the same hub again after a start with one process', { timeout }, async () => {
    await hub.stop()
    hub = await startHubProcess({ dataDir, environment: { ...environment, SPINDLE_PROCESSES: '1' } })
    expect(await verify()).toBe(200)
    expect(hub.said()).not.toContain('processes.started')
  })
})
