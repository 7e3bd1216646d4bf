import { Writable } from 'node:stream'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { jsonLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { callOf, dataOf, listTools, listToolsIn, post, resultOf } from './messages.ts'

/** How calls behave: in the log, in the metrics, when the agent disconnects, when the hub stops. */

const metricsToken = 'metrics-token-of-a-test'

interface Line {
  readonly event: string
  readonly operation?: string
  readonly requestId?: string
  readonly status?: number
}

/** Blocks every reader of releases until it is released. */
async function holdReleases({ opened }: TestHub): Promise<() => Promise<void>> {
  const holder = new pg.Client(opened.connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table releases in access exclusive mode')
  return () => holder.end()
}

const isWaiting = async ({ opened }: TestHub): Promise<boolean> => {
  const waiting = await opened.database.system.rows(
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
  )
  return waiting.length > 0
}

describe('a tool call', () => {
  let hub: TestHub
  let key: string
  let written = ''
  const lines = (): Line[] =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  beforeAll(async () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString()
        done()
      },
    })
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_METRICS_TOKEN: metricsToken },
      overrides: { log: jsonLog('debug', stream) },
    })
    key = await (await createTestAccount(hub)).key()
  })

  it('logs one line for itself and one for its API request, both with the id of its answer', async () => {
    const response = await post(hub, callOf('search_catalog'), { key })
    const requestId = response.headers.get('x-request-id')
    expect((await resultOf(response)).isError).not.toBe(true)
    const own = await eventually(
      () => {
        const found = lines().filter((line) => line.event === 'request' && line.requestId === requestId)
        return found.some(({ operation }) => operation === 'mcp') ? found : undefined
      },
      { what: 'the line of the request' },
    )
    expect(own.map(({ operation, status }) => [operation, status])).toEqual([
      ['listCatalog', 200],
      ['mcp', 200],
    ])
  })

  it('names its request id when it fails, so that the operator finds the log line', async () => {
    const response = await post(hub, callOf('get_release', { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }), { key })
    const { error } = dataOf(await resultOf(response))
    expect(error.request_id).toBe(response.headers.get('x-request-id'))
  })

  it('ignores a request id that the client sends', async () => {
    const given = 'req_of_somebody_else'
    const response = await post(hub, listTools, { key, headers: { 'x-request-id': given } })
    expect(response.headers.get('x-request-id')).not.toBe(given)
    const listed = await hub.json('GET', '/api/v1/distributor/catalog', { key, headers: { 'x-request-id': given } })
    expect(listed.headers.get('x-request-id')).not.toBe(given)
  })

  it('appears in the metrics under its own route', async () => {
    await post(hub, callOf('search_catalog'), { key })
    const { body } = await hub.json('GET', '/metrics', { bearer: metricsToken })
    expect(body).toMatch(/operation="mcp"/)
    expect(body).toMatch(/operation="listCatalog"/)
  })

  it('writes no part of a credential to the log, valid or not', async () => {
    for (const headers of [{ 'x-api-key': `${key}x` }, { authorization: `Bearer ${key}` }, { authorization: key }])
      await (await post(hub, listTools, { headers: headers as Record<string, string> })).text()
    for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'accept', 'mcp-session-id'])
      await (await post(hub, listToolsIn(key), { key, headers: { [name]: key } })).text()
    await (await post(hub, { ...listTools, method: key }, { key })).text()
    await (await post(hub, callOf(key, { [key]: key }), { key })).text()
    await (await post(hub, `{"${key}`, { key })).text()
    expect(lines().length).toBeGreaterThan(10)
    expect(written).not.toContain(key)
    expect(lines().filter(({ status = 0 }) => status >= 500)).toEqual([])
  })
})

describe('an agent that closes its connection', () => {
  it('aborts its API request, and the hub keeps running', async () => {
    let written = ''
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString()
        done()
      },
    })
    const hub = await startTestHub({ role: 'api', overrides: { log: jsonLog('info', stream) } })
    const key = await (await createTestAccount(hub)).key()
    const letGo = await holdReleases(hub)
    const agent = new AbortController()
    const asked = post(hub, callOf('search_catalog'), { key, signal: agent.signal })
    await eventually(async () => ((await isWaiting(hub)) ? true : undefined), { what: 'the call to wait' })
    agent.abort()
    await expect(asked).rejects.toThrow('aborted')
    await eventually(() => (/"operation":"listCatalog","status":499/.test(written) ? true : undefined), {
      what: 'the call to be given up',
    })
    await letGo()
    expect((await resultOf(await post(hub, callOf('search_catalog'), { key }))).isError).not.toBe(true)
    expect(written).not.toMatch(/"level":"error"/)
  })
})

describe('a hub that shuts down', () => {
  it('finishes the running call', async () => {
    const hub = await startTestHub({ role: 'api' })
    const key = await (await createTestAccount(hub)).key()
    const letGo = await holdReleases(hub)
    const running = post(hub, callOf('search_catalog'), { key })
    await eventually(async () => ((await isWaiting(hub)) ? true : undefined), { what: 'the call to wait' })
    // Its end, with that of the database, is waited for after the tests.
    void hub.hub.close()
    await letGo()
    const response = await running
    expect(response.status).toBe(200)
    expect((await resultOf(response)).isError).not.toBe(true)
  })
})

describe('a subscription', () => {
  it('ends immediately, because the list of tools does not change while the hub runs', async () => {
    const hub = await startTestHub({ role: 'api' })
    const key = await (await createTestAccount(hub)).key()
    const { params } = listToolsIn('2026-07-28')
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { ...params, notifications: { toolsListChanged: true } },
    }
    const answer = await post(hub, message, { key, headers, signal: AbortSignal.timeout(60_000) })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('"resultType":"complete"')
  })
})
