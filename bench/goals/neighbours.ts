import { setTimeout as sleep } from 'node:timers/promises'
import * as attacks from '../../packages/server/test/acceptance/neighbours/attacks.ts'
import {
  coverJpeg,
  masterWav,
  storeFile,
  submittableRelease,
  untilLive,
} from '../../packages/server/test/harness/submittable.ts'
import { type Access, createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { peakResidentMiB, residentMiB } from '../harness/memory.ts'
import type { Program } from '../harness/program.ts'
import type { Report, Series, Verdict } from '../harness/report.ts'

/** What an account pays while another one attacks, against the same account alone in the moment before. */

export const neighbours: Goal = { id: 'neighbours', title: 'One account attacks, another one works', run }

const releasesPath = '/api/v1/music-distributor/releases'
const uploadsPath = '/api/v1/distributor/uploads'

const propertyToken = 'a-token-of-the-radio-0123456789abcdef'
const environment = { SPINDLE_INTEGRATION_TOKENS: `radio=${propertyToken}` }

async function run(bench: Bench): Promise<Report> {
  const chosen = chooseAttacks(bench)
  const databaseUrl = await (await bench.postgres()).createDatabase('neighbours')
  const dataDir = await bench.scratch.directory('hub')
  const unlimited = await startHub(bench, { databaseUrl, dataDir, environment })
  const attacker = await createAccess(bench, unlimited, databaseUrl, { keys: 4 })
  const { keys } = await createAccess(bench, unlimited, databaseUrl, { keys: 4 })
  const gathered = await prepareTarget(unlimited, attacker)
  await unlimited.stop()
  const limits = { ...environment, SPINDLE_RATE_LIMIT: '600/120/300' }
  const hub = await startHub(bench, { databaseUrl, dataDir, environment: limits })
  const target = { ...gathered, url: hub.url }
  const series: Series[] = []
  const verdicts: Verdict[] = []
  for (const [name, attack] of chosen) {
    const alone: Samples = emptySamples()
    const attacked: Samples = emptySamples()
    let growth = 0
    for (let round = 0; round < (bench.isQuick ? 1 : 2); round++) {
      // Limits are per minute: the attack starts with full limits, and the baseline is measured right before it.
      await untilSecond(60 - workSeconds - 3)
      await work(hub, keys, alone)
      await untilSecond(0)
      const before = residentMiB(hub.pid)
      const running = await attack(target)
      try {
        growth = Math.max(growth, (await peakResidentMiB(hub.pid, work(hub, keys, attacked))) - before)
      } finally {
        await running.stop()
      }
    }
    for (const kind of kinds)
      series.push(
        { name: `${name}: ${kind} alone`, unit: 'ms', samples: alone[kind] },
        { name: `${name}: ${kind}`, unit: 'ms', samples: attacked[kind] },
      )
    verdicts.push(
      ...kinds.map((kind) => ({
        goal: `${name}: p99 of ${kind} / alone`,
        value: p99(attacked[kind]) / p99(alone[kind]),
        atMost: 3,
      })),
      { goal: `${name}: memory of the hub`, value: growth, unit: 'MiB', atMost: 256 },
    )
  }
  return {
    series,
    verdicts,
    notes: [
      `Limits as by default. ${workSeconds} s of lists, drafts, small uploads and a master to be analysed, in rounds of ${roundMs} ms, right before each attack and during it; attacker, neighbour and hub share the processors of this machine.`,
    ],
  }
}

function chooseAttacks({ attacks: wanted }: Bench): readonly (readonly [string, attacks.Attack])[] {
  const all = Object.entries(attacks)
  const unknown = wanted.filter((name) => !(name in attacks))
  if (unknown.length > 0)
    throw new Error(`There is no attack ${unknown.join(', ')}, but ${Object.keys(attacks).join(', ')}`)
  return all.filter(([name]) => wanted.length === 0 || wanted.includes(name))
}

/** A draft as large as drafts may be, often enough to fill pages; and a track that is live at the property. */
async function prepareTarget(hub: Program, { keys, client }: Access): Promise<attacks.AttackTarget> {
  const key = keys[0] ?? ''
  const master = await storeFile({ url: hub.url, key }, 'audio/wav', masterWav(1))
  const cover = await storeFile({ url: hub.url, key }, 'image/jpeg', await coverJpeg())
  const tracks = Array.from({ length: 400 }, (_, index) => ({ title: `${index} ${'x'.repeat(400)}`, uploadId: master }))
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(hub.url + releasesPath + path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as { readonly id: string; readonly tracks: readonly { readonly id: string }[] }
  }
  const heavy = await post('', { title: 'Heavy', type: 'album', tracks })
  for (let copy = 0; copy < 25; copy++) await post(`/${heavy.id}/clone`, {})
  const single = submittableRelease({ title: 'Live', uploadId: master, coverUploadId: cover, serial: 1 })
  const live = await post('', { ...single, submit: true })
  await untilLive({ url: hub.url, key }, live.id)
  const property = { token: propertyToken, track: live.tracks[0]?.id ?? '' }
  return { url: hub.url, keys, heavyRelease: heavy.id, client, property }
}

const kinds = ['list', 'create', 'upload', 'analysis'] as const
type Kind = (typeof kinds)[number]
type Samples = Record<Kind, number[]>
const emptySamples = (): Samples => ({ list: [], create: [], upload: [], analysis: [] })

const workSeconds = 25
const roundMs = 250
/** A master is sent in one round of so many. */
const roundsPerMaster = 8

async function untilSecond(second: number): Promise<void> {
  const nowMs = Date.now() % 60_000
  await sleep((second * 1_000 - nowMs + 60_000) % 60_000)
}

/** As fast as an account may work all day: its own limits must not be what is measured. */
async function work({ url }: Program, keys: readonly string[], samples: Samples): Promise<void> {
  const endMs = performance.now() + workSeconds * 1_000
  for (let round = 0; performance.now() < endMs; round++) {
    const start = performance.now()
    const headers = { 'x-api-key': keys[round % keys.length] ?? '' }
    const measure = async (kind: Kind, path: string, init: RequestInit): Promise<{ readonly id: string }> => {
      const sent = performance.now()
      const answer = await fetch(url + path, { ...init, headers: { ...headers, ...init.headers } })
      const json = (await answer.json()) as { readonly id: string }
      if (!answer.ok) throw new Error(`${kind} was answered with ${answer.status}`)
      samples[kind].push(performance.now() - sent)
      return json
    }
    const wav = { 'content-type': 'audio/wav' }
    await measure('list', `${releasesPath}?limit=20`, {})
    const { id } = await measure('upload', uploadsPath, { method: 'POST', headers: wav, body: 'RIFF' })
    const draft = JSON.stringify({ title: 'Quiet', type: 'single', tracks: [{ title: 'Song', uploadId: id }] })
    await measure('create', releasesPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: draft,
    })
    if (round % roundsPerMaster === 0) {
      const sent = performance.now()
      // By turns as well: one key would run into its own limit.
      const key = keys[(round / roundsPerMaster) % keys.length] ?? ''
      await storeFile({ url, key }, 'audio/wav', shortMaster)
      samples.analysis.push(performance.now() - sent)
    }
    await sleep(Math.max(0, start + roundMs - performance.now()))
  }
}

const shortMaster = masterWav(2, 1)

const p99 = (samples: readonly number[]): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN
}
