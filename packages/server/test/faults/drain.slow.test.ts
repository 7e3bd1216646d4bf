import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, listAll, Unanswered } from '../harness/api-client.ts'
import { atEnd, temporaryFolder } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { askTusOffset, createTusUpload, patchTus } from '../harness/tus-client.ts'
import { type OpenAccount, openAccount } from './database-restart/open-account.ts'

/** SIGTERM: running work is finished or kept, no new work is accepted, and the process ends cleanly. */

const restarts = countFromEnvironment('DRAIN_RESTARTS', { usual: 2, soak: 5 })
const seed = seedFromEnvironment()
const releasesPath = '/api/v1/music-distributor/releases'

describe('SIGTERM', () => {
  let dataDir: string
  let port: number
  let hub: HubProcess
  let owner: OpenAccount
  // One hub for all tests: creating its database takes most of the time.
  beforeAll(async () => {
    dataDir = await temporaryFolder('spindle-drain')
    port = await freePort()
    hub = await startHubProcess({ dataDir, port })
    atEnd(() => endHubProcess(hub, dataDir))
    owner = await openAccount(hub, dataDir)
  }, 240_000)
  beforeEach(async () => {
    if (hub.process.exitCode !== null || hub.process.signalCode !== null) hub = await startHubProcess({ dataDir, port })
  }, 240_000)

  const releaseOf = (title: string): string =>
    JSON.stringify({ title, type: 'single', tracks: [{ title: 'Song', uploadId: owner.uploadId }] })

  it('finishes the running request, refuses others, and exits with 0', { timeout: 240_000 }, async () => {
    const body = releaseOf('in flight')
    const slow = await sendHalf(port, owner.key, body)
    const idle = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await statusOf(idle, port, '/readyz')).toMatchObject({ status: 200 })
    hub.process.kill('SIGTERM')
    await eventually(() => refuses(port), { what: 'the hub to take no more connections' })
    expect(hub.process.exitCode).toBeNull()
    slow.sendRest()
    const answer = await slow.answered
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created\r\n/)
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(await hub.exited).toEqual({ code: 0, signal: null })
    idle.destroy()
    hub = await startHubProcess({ dataDir, port })
    const titles = (await listAll(hub.url, releasesPath, { key: owner.key })).map(({ title }) => title)
    expect(titles.filter((title) => title === 'in flight')).toHaveLength(1)
  })

  it('does not wait for connections without a request', { timeout: 240_000 }, async () => {
    const silent = connect(port, '127.0.0.1')
    const unfinished = connect(port, '127.0.0.1', () => unfinished.write('GET /healthz HTTP/1.1\r\nHost: '))
    await Promise.all([silent, unfinished].map((socket) => once(socket, 'connect')))
    expect((await call(hub.url, 'GET', releasesPath, { key: owner.key })).status).toBe(200)
    expect(await hub.stop()).toEqual({ code: 0, signal: null })
    for (const socket of [silent, unfinished]) socket.destroy()
  })

  it('serves during the drain while /readyz answers 503, then ends', { timeout: 240_000 }, async () => {
    await hub.stop()
    hub = await startHubProcess({ dataDir, port, environment: { SPINDLE_DRAIN_SECONDS: '8' } })
    const agent = new Agent({ keepAlive: false })
    hub.process.kill('SIGTERM')
    await eventually(async () => (await statusOf(agent, port, '/readyz')).status === 503, {
      what: 'readyz to say that the hub drains',
    })
    expect((await call(hub.url, 'GET', releasesPath, { key: owner.key })).status).toBe(200)
    const created = await call(hub.url, 'POST', releasesPath, { key: owner.key, body: releaseOf('while draining') })
    expect(created.status).toBe(201)
    expect(created.headers.get('connection')).toBe('close')
    expect((await call(hub.url, 'GET', '/healthz')).status).toBe(200)
    expect(await hub.exited).toEqual({ code: 0, signal: null })
    expect(hub.said()).toContain('Stopping: the hub keeps serving for 8 s')
    expect(hub.said()).toContain('"event":"hub.drained"')
    agent.destroy()
  })

  it('answers 503 to what still comes on open connections', { timeout: 240_000 }, async () => {
    const slow = await sendHalf(port, owner.key, releaseOf('holds it open'))
    const ready = beginRequest(port, '/readyz')
    const lists = Array.from({ length: 40 }, () => beginRequest(port, releasesPath))
    // Loopback keeps the order: what was sent before this was read when it is answered.
    for (const path of ['/healthz', '/readyz']) expect((await call(hub.url, 'GET', path)).status).toBe(200)
    hub.process.kill('SIGTERM')
    await eventually(() => refuses(port), { what: 'the hub to take no more connections' })
    ready.end()
    expect(await ready.answered).toMatch(/^HTTP\/1\.1 503 [\s\S]*"process":"draining"/)
    // Requests right after the signal are served; later ones are not.
    const refusal = await eventually(
      async () => {
        const list = lists.pop()
        list?.end(`X-API-Key: ${owner.key}\r\n`)
        const answer = await list?.answered
        return answer?.startsWith('HTTP/1.1 200 ') ? undefined : (answer ?? '')
      },
      { what: 'the hub to say no' },
    )
    expect(refusal).toMatch(/^HTTP\/1\.1 503 [\s\S]*"error":"shutting_down"/)
    expect(refusal.toLowerCase()).toContain('\r\nretry-after: 1\r\n')
    expect(refusal.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect(refusal.toLowerCase()).toContain('\r\ncontent-type: application/problem+json')
    slow.sendRest()
    expect(await slow.answered).toContain('HTTP/1.1 201 Created')
    expect(await hub.exited).toEqual({ code: 0, signal: null })
  })

  it('keeps the acknowledged bytes of a running upload', { timeout: 240_000 }, async () => {
    const mib = 1024 ** 2
    const file = createRandom(seed).bytes(4 * mib)
    const { uploadId } = await createTusUpload(hub.url, owner.key, { size: file.length })
    await patchTus(hub.url, owner.key, { uploadId, offset: 0, bytes: file.subarray(0, mib) })
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.write(
      `PATCH /api/v1/distributor/uploads/${uploadId} HTTP/1.1\r\nHost: hub\r\nX-API-Key: ${owner.key}\r\nExpect: 100-continue\r\nTus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: ${mib}\r\nContent-Length: ${3 * mib}\r\n\r\n`,
    )
    await eventually(() => received.includes('100 Continue') || undefined, { what: 'the hub to read' })
    socket.write(file.subarray(mib, 3 * mib))
    expect(await hub.stop()).toEqual({ code: 0, signal: null })
    socket.destroy()
    hub = await startHubProcess({ dataDir, port })
    const offset = await askTusOffset(hub.url, owner.key, uploadId)
    expect(offset).toBeGreaterThanOrEqual(mib)
    expect(offset).toBeLessThanOrEqual(3 * mib)
    await patchTus(hub.url, owner.key, { uploadId, offset, bytes: file.subarray(offset) })
    const { body } = await call(hub.url, 'GET', `/api/v1/distributor/uploads/${uploadId}`, { key: owner.key })
    expect(body.sha256).toBe(createHash('sha256').update(file).digest('hex'))
  })

  it(`${restarts} restarts under load lose and double nothing (seed ${seed})`, {
    timeout: 240_000 + restarts * 60_000,
  }, async () => {
    const random = createRandom(seed)
    const sent: { readonly title: string; id?: string }[] = []
    let isOver = false
    const work = async (): Promise<void> => {
      while (!isOver) {
        const entry: (typeof sent)[number] = { title: `drain-${random.word(16)}` }
        sent.push(entry)
        while (entry.id === undefined && !isOver) {
          try {
            const headers = { 'idempotency-key': entry.title }
            const { status, body, text } = await call(hub.url, 'POST', releasesPath, {
              key: owner.key,
              headers,
              body: releaseOf(entry.title),
            })
            if (status !== 201) throw new Error(`seed ${seed}: ${status} ${text}`)
            entry.id = body.id
          } catch (error) {
            if (!(error instanceof Unanswered)) throw error
            await eventually(() => isOver || refuses(port).then((isDown) => (isDown ? undefined : true)), {
              what: 'the hub to be back',
            })
          }
        }
      }
    }
    const working = Promise.all(Array.from({ length: 4 }, work))
    const codes: unknown[] = []
    for (let round = 0; round < restarts; round++) {
      const before = sent.filter(({ id }) => id !== undefined).length
      const flows = eventually(() => sent.filter(({ id }) => id !== undefined).length > before + 10 || undefined, {
        what: 'the load to flow',
      })
      await Promise.race([flows, working])
      codes.push(await hub.stop())
      hub = await startHubProcess({ dataDir, port })
    }
    isOver = true
    await working
    expect(codes).toEqual(Array.from({ length: restarts }, () => ({ code: 0, signal: null })))
    const listed = await listAll(hub.url, releasesPath, { key: owner.key })
    for (const { title, id } of sent) {
      const ids = listed.filter((release) => release.title === title).map((release) => release.id)
      if (id === undefined) expect(ids.length).toBeLessThanOrEqual(1)
      else expect(ids).toEqual([id])
    }
    console.log(`drain: seed ${seed}, ${restarts} restarts, ${listed.length} releases, 0 lost, 0 doubled`)
  })
})

/** A create request with half its body sent, which the hub has started to read. */
async function sendHalf(
  port: number,
  key: string,
  body: string,
): Promise<{ sendRest(): void; readonly answered: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  const answered = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  const half = Math.floor(body.length / 2)
  socket.write(
    `POST ${releasesPath} HTTP/1.1\r\nHost: hub\r\nX-API-Key: ${key}\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await eventually(() => received.includes('100 Continue') || undefined, { what: 'the hub to read' })
  socket.write(body.slice(0, half))
  return { answered, sendRest: () => void socket.write(body.slice(half)) }
}

/** A request with incomplete headers: its connection is not idle. */
function beginRequest(port: number, path: string): { end(rest?: string): void; readonly answered: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  const answered = new Promise<string>((resolve) => socket.on('close', () => resolve(received)))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: hub\r\n`)
  return { answered, end: (rest = '') => void socket.write(`${rest}\r\n`) }
}

/** True once the port is closed. */
const refuses = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(undefined)
    })
    socket.on('error', () => resolve(true))
  })

function statusOf(agent: Agent, port: number, path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
      .on('error', reject)
      .end()
  })
}
