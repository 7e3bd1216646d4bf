import { Agent, request } from 'node:http'
import { type Operation, operations } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createRandom, type Random, seedFromEnvironment } from '../../harness/random.ts'
import { findFault, type SeenAnswer } from './check-answer.ts'
import { garbage, sendGarbage, statusesOf } from './garbage-bytes.ts'
import { type LivingMaterial, openPreparedHub } from './prepared-hub.ts'
import { type GeneratedRequest, generateRequest } from './requests.ts'

/** No request may cause a failure of the hub, and every answer must be one that the contract declares. */

const seed = seedFromEnvironment()
const concurrency = 16

/**
 * These, or another method at their addresses, would end the session of the test, and later requests would test
 * nothing.
 */
const endsSession = (operation: Operation): boolean =>
  /^\/console\/api\/(?:sessions?(?:\/\{sessionId\})?|session\/confirm|me\/password)$/.test(operation.path)
const asked: readonly Operation[] = [...operations, ...consoleOperations.filter((one) => !endsSession(one))]

const garbageShare = 0.06

/** Defines the test with this many requests. */
export function testMalformedRequests(requests: number): void {
  it(`${requests} generated requests are answered as declared (seed ${seed})`, {
    timeout: 240_000 + requests * 60,
  }, async () => {
    const { hub, material } = await openPreparedHub()
    const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
    const statuses: Record<string, number> = {}
    const faults: string[] = []
    let next = 0
    const work = async (): Promise<void> => {
      while (next < requests && faults.length < 20) {
        const number = next++
        // A separate random stream for each request, so that one can be repeated without the others.
        const random = createRandom(seed + number * 7919)
        const fault = random.chance(garbageShare)
          ? await throwGarbage(random, hub, material, statuses)
          : await askOnce(random, { hub, material, agent, statuses })
        if (fault !== undefined) faults.push(`seed ${seed}, request ${number}: ${fault}`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    agent.destroy()
    console.log(`malformed: seed ${seed}, ${next} requests, ${faults.length} faults, ${JSON.stringify(statuses)}`)
    expect(faults.join('\n\n')).toBe('')
    expect((await hub.json('GET', '/readyz')).status).toBe(200)
  })
}

interface Round {
  readonly hub: TestHub
  readonly material: LivingMaterial
  readonly agent: Agent
  readonly statuses: Record<string, number>
}

async function askOnce(random: Random, { hub, material, agent, statuses }: Round): Promise<string | undefined> {
  const generated = generateRequest(random.pick(asked), random, material)
  let answer: SeenAnswer
  try {
    answer = await send(hub.url, agent, generated)
  } catch (error) {
    if (await wasTakenAway(hub, generated)) return undefined
    return `${describe(generated)} was not answered: ${(error as Error).message}`
  }
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
  keepIds(generated, answer, material.ids)
  const fault = await findFault(generated.method, generated.path, answer)
  return fault === undefined ? undefined : `${describe(generated)}\n  ${fault}`
}

/**
 * The download of an archive stops in the middle if another request deletes its export: a part must not look complete.
 */
async function wasTakenAway(hub: TestHub, { operation, path }: GeneratedRequest): Promise<boolean> {
  const [id] = operation === 'downloadExport' ? (/exp_\w{26}/.exec(path) ?? []) : []
  return id !== undefined && !(await hub.opened.database.system.row('select from exports where id = $1', [id]))
}

async function throwGarbage(
  random: Random,
  hub: TestHub,
  material: LivingMaterial,
  statuses: Record<string, number>,
): Promise<string | undefined> {
  const bytes = garbage(random, material.credentials.apiKey)
  const received = await sendGarbage(Number(new URL(hub.url).port), bytes)
  const found = statusesOf(received)
  statuses.garbage = (statuses.garbage ?? 0) + 1
  const isBad = found.some((status) => status >= 500 && !(status === 501 && bytes.includes('/api/agent/auth')))
  return isBad
    ? `garbage ${JSON.stringify(bytes.slice(0, 300))} was answered with ${received.slice(0, 600)}`
    : undefined
}

function send(url: string, agent: Agent, { method, path, headers, body }: GeneratedRequest): Promise<SeenAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    // With Expect, Node sends the headers before the body is known.
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const outgoing = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent, timeout: 120_000 },
      (response) => {
        if (response.headers['content-type'] === 'text/event-stream') {
          // It never ends.
          response.destroy()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.alloc(0) })
          return
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 20 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Created resources are used by later requests; deleted ones are not, otherwise few would be left. */
function keepIds(
  { method, path }: GeneratedRequest,
  { status, body }: SeenAnswer,
  ids: Record<string, string[]>,
): void {
  if (status === 204 && method === 'DELETE') {
    const gone = path.split('?', 1)[0]?.split('/').at(-1)
    for (const [prefix, known] of Object.entries(ids))
      if (known.length > 1) ids[prefix] = known.filter((id) => id !== gone)
  }
  const id = status === 201 ? /"id":"((\w{3})_\w{26})"/.exec(body.toString()) : null
  const known = id?.[2] === undefined ? undefined : ids[id[2]]
  if (id?.[1] === undefined || !known) return
  known.push(id[1])
  if (known.length > 60) known.splice(1, 1)
}

const describe = ({ operation, method, path, headers, body }: GeneratedRequest): string =>
  `${operation}: ${method} ${path.slice(0, 400)} ${JSON.stringify({ ...headers, authorization: undefined, 'x-api-key': undefined, cookie: undefined }).slice(0, 400)} ${JSON.stringify(body?.toString().slice(0, 600) ?? '')}`
