import { setTimeout as sleep } from 'node:timers/promises'
import * as attacks from '../../packages/server/test/acceptance/neighbours/attacks.ts'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { peakResidentMiB, residentMiB } from '../harness/memory.ts'
import type { Program } from '../harness/program.ts'
import type { Report, Series, Verdict } from '../harness/report.ts'

/** What an account pays while another one attacks, against the same account alone in the moment before. */

export const neighbours: Goal = { id: 'neighbours', title: 'One account attacks, another one works', run }

const releasesPath = '/api/v1/music-distributor/releases'
const uploadsPath = '/api/v1/distributor/uploads'

type Headers = Readonly<Record<string, string>>

async function run(bench: Bench): Promise<Report> {
  const databaseUrl = await (await bench.postgres()).createDatabase('neighbours')
  const hub = await startHub(bench, { databaseUrl, environment: { SPINDLE_RATE_LIMIT: '600/120/300' } })
  const attacker = await createAccess(bench, hub, databaseUrl)
  const { headers } = await createAccess(bench, hub, databaseUrl)
  const target = await prepareTarget(hub, attacker.headers)
  const rounds = bench.isQuick ? 10 : 40
  await work(hub, headers, rounds)
  const series: Series[] = []
  const verdicts: Verdict[] = []
  for (const [name, attack] of Object.entries(attacks)) {
    const alone = await work(hub, headers, rounds)
    const before = residentMiB(hub.pid)
    const running = await attack(target)
    const during = work(hub, headers, rounds)
    const peak = await peakResidentMiB(hub.pid, during)
    const attacked = await during
    await running.stop()
    for (const kind of kinds) series.push({ name: `${name}: ${kind}`, unit: 'ms', samples: attacked[kind] })
    verdicts.push(
      ...kinds.map((kind) => ({
        goal: `${name}: p99 of ${kind} / alone`,
        value: p99(attacked[kind]) / p99(alone[kind]),
        atMost: 3,
      })),
      { goal: `${name}: memory of the hub`, value: peak - before, unit: 'MiB', atMost: 256 },
    )
    // Its limits are those of a minute; the next attack begins with all of them.
    await sleep(bench.isQuick ? 0 : 60_000)
  }
  return {
    series,
    verdicts,
    notes: [
      `Limits as by default. ${rounds} rounds of one list, one draft and one small upload, one after the other, before and during each attack; attacker, neighbour and hub share the processors of this machine.`,
    ],
  }
}

/** A draft as large as drafts may be, often enough to fill pages. */
async function prepareTarget(hub: Program, headers: Headers): Promise<attacks.AttackTarget> {
  const uploadId = await upload(hub, headers)
  const tracks = Array.from({ length: 400 }, (_, index) => ({ title: `${index} ${'x'.repeat(400)}`, uploadId }))
  const post = (path: string, body: unknown) =>
    fetch(hub.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const made = (await (await post(releasesPath, { title: 'Heavy', type: 'album', tracks })).json()) as { id: string }
  for (let copy = 0; copy < 25; copy++) await post(`${releasesPath}/${made.id}/clone`, {})
  return { url: hub.url, key: headers['x-api-key'] ?? '', heavyRelease: made.id }
}

async function upload(hub: Program, headers: Headers): Promise<string> {
  const { status, json } = await ask(hub, uploadsPath, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'audio/wav' },
    body: 'RIFF',
  })
  if (status !== 201) throw new Error(`the upload was answered with ${status}`)
  return (json as { id: string }).id
}

const kinds = ['list', 'create', 'upload'] as const
type Kind = (typeof kinds)[number]

async function work(hub: Program, headers: Headers, rounds: number): Promise<Record<Kind, number[]>> {
  const samples: Record<Kind, number[]> = { list: [], create: [], upload: [] }
  const measure = async (kind: Kind, path: string, init: RequestInit): Promise<unknown> => {
    for (;;) {
      const start = performance.now()
      const { status, json, retryAfter } = await ask(hub, path, init)
      if (status === 429) await sleep(retryAfter * 1_000)
      else if (status >= 300) throw new Error(`${kind} was answered with ${status}`)
      else {
        samples[kind].push(performance.now() - start)
        return json
      }
    }
  }
  for (let round = 0; round < rounds; round++) {
    await measure('list', `${releasesPath}?limit=20`, { headers })
    const file = { method: 'POST', headers: { ...headers, 'content-type': 'audio/wav' }, body: 'RIFF' }
    const { id } = (await measure('upload', uploadsPath, file)) as { id: string }
    await measure('create', releasesPath, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Quiet', type: 'single', tracks: [{ title: 'Song', uploadId: id }] }),
    })
  }
  return samples
}

async function ask(hub: Program, path: string, init: RequestInit) {
  const response = await fetch(hub.url + path, init)
  const json: unknown = await response.json()
  return { status: response.status, json, retryAfter: Number(response.headers.get('retry-after') ?? 1) }
}

const p99 = (samples: readonly number[]): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}
