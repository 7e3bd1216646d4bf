import { tools } from '@spindle/mcp'
import { expect, it } from 'vitest'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'
import { openReleaseHub } from '../harness/releases.ts'
import { callOf, listTools, listToolsIn, messageOf, post } from './messages.ts'

/** For any message the hub does not fail, and the answer is a message or a problem. */

const count = countFromEnvironment('MCP_MESSAGES', { usual: 400, soak: 4_000 })
const seed = seedFromEnvironment()

const oddities: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.1,
  '',
  ' ',
  'null',
  '__proto__',
  '../../etc/passwd',
  "'; drop table releases; --",
  '\u202e\u0007',
  '\ud83d\ude00'.repeat(300),
  'x'.repeat(5_000),
  'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  '2026-02-30',
  [],
  {},
  [[[[]]]],
  { $ref: '#' },
  { toString: 1, constructor: { prototype: 1 } },
]

const names = tools.map(({ name }) => name)
const members = ['releaseId', 'uploadId', 'release', 'patch', 'filename', 'size', 'kind', 'query', 'limit', 'cursor']
const more = [
  'detail',
  'idempotencyKey',
  'from',
  'to',
  'groupBy',
  'metrics',
  'what',
  'tracks',
  'title',
  'type',
  'label',
  'upc',
  'pLine',
  'genre',
  'releaseDate',
]

function someValue(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(0.6)) return random.pick(oddities)
  return random.chance(0.5) ? someArguments(random, depth - 1) : [someArguments(random, depth - 1)]
}

const someArguments = (random: Random, depth = 3): object =>
  Object.fromEntries(
    Array.from({ length: random.integer(0, 6) }, () => [
      random.pick([...members, ...more, random.word(5)]),
      someValue(random, depth),
    ]),
  )

function someMessage(random: Random): unknown {
  const call = { ...callOf(random.pick(names), someArguments(random)) } as Record<string, unknown>
  const base: Record<string, unknown> = random.chance(0.6)
    ? call
    : random.pick([listTools, listToolsIn('2026-07-28'), listToolsIn(random.word(10))])
  if (random.chance(0.7)) return base
  const broken = { ...base, [random.pick(['jsonrpc', 'id', 'method', 'params', 'result'])]: random.pick(oddities) }
  return random.chance(0.2) ? [broken, call, ...(random.chance(0.3) ? oddities : [])] : broken
}

const someHeaders = (random: Random): Record<string, string> =>
  random.chance(0.6)
    ? {}
    : Object.fromEntries([
        [
          random.pick(['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'accept', 'last-event-id']),
          random.pick(['2026-07-28', '2025-06-18', 'tools/call', 'text/html', '*/*', random.word(20)]),
        ],
      ])

it(`${count} messages of any kind are answered (seed ${seed})`, { timeout: 240_000 }, async () => {
  const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_MCP_GATE: 'submit' } })
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  for (let number = 0; number < count; number++) {
    const random = createRandom(seed + number * 7919)
    const message = someMessage(random)
    const response = await post(hub, message, { key: fixture.key, headers: someHeaders(random) })
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    const answer = response.status === 202 ? {} : await messageOf(response)
    const isFault = response.status >= 500 || JSON.stringify(answer).includes('internal_error')
    if (isFault) faults.push(`${number}: ${response.status} ${JSON.stringify(message)} -> ${JSON.stringify(answer)}`)
  }
  console.log(`mcp: seed ${seed}, ${JSON.stringify(statuses)}`)
  expect(faults.join('\n\n').slice(0, 10_000)).toBe('')
  expect((await hub.json('GET', '/readyz')).status).toBe(200)
})
