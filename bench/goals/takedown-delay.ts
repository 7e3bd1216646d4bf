import { setTimeout as sleep } from 'node:timers/promises'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { putReleasesLive } from '../harness/live-releases.ts'
import { releasesPath } from '../harness/mixed-traffic.ts'
import type { Report } from '../harness/report.ts'
import { bearer, verifyToken } from './verify-requests.ts'

export const takedownDelay: Goal = {
  id: 'takedown-delay',
  title: 'Takedowns, as a site sees them at another node',
  run,
}

const lookEveryMs = 5
const longestMs = 30_000

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('takedown_delay')
  const options = {
    databaseUrl,
    dataDir: await bench.scratch.directory('hub'),
    environment: { SPINDLE_INTEGRATION_TOKENS: `site=${verifyToken}`, SPINDLE_PUBLIC_URL: 'http://hub.example' },
  }
  const one = await startHub(bench, options)
  const { keys } = await createAccess(bench, one, databaseUrl)
  const access = { url: one.url, key: keys[0] ?? '' }
  const releases = await putReleasesLive(access, bench.isQuick ? 10 : 100)
  const other = await startHub(bench, options)
  const samples: Record<'page' | 'audio', number[]> = { page: [], audio: [] }
  for (const id of releases) {
    const shown = await showRelease(other.url, id)
    const answer = await fetch(`${one.url}${releasesPath}/${id}/takedown`, {
      method: 'POST',
      headers: { 'x-api-key': access.key, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Measured' }),
    })
    if (!answer.ok) throw new Error(`A takedown was answered with ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    const sinceMs = performance.now()
    const [page, audio] = await Promise.all([untilRefused(shown.page, sinceMs), untilRefused(shown.audio, sinceMs)])
    samples.page.push(page)
    samples.audio.push(audio)
  }
  return {
    series: [
      { name: 'the release is gone for the property', unit: 'ms', samples: samples.page },
      { name: 'the signed address of its audio is refused', unit: 'ms', samples: samples.audio },
    ],
    verdicts: [
      { goal: 'the slowest takedown', value: Math.max(...samples.page, ...samples.audio), unit: 'ms', atMost: 2_000 },
    ],
    notes: [
      `${releases.length} takedowns one after the other at one of two nodes, from its answer until the other node refuses what a site had; asked every ${lookEveryMs} ms.`,
    ],
  }
}

interface Request {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Shown {
  readonly page: Request
  readonly audio: Request
}

/** What a site asks for and what it gives to browsers; both are answered. */
async function showRelease(url: string, id: string): Promise<Shown> {
  const page = { url: `${url}/api/integration/releases/${id}`, headers: bearer(verifyToken) }
  const answer = await fetch(page.url, page)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`A live release was answered with ${answer.status}: ${text}`)
  const { tracks } = JSON.parse(text) as {
    readonly tracks: readonly { readonly signedAudio: { readonly url: string } }[]
  }
  const signed = new URL(tracks[0]?.signedAudio.url ?? '')
  const audio = { url: `${url}${signed.pathname}${signed.search}` }
  const status = await statusOf(audio)
  if (status !== 200) throw new Error(`The audio of a live release was answered with ${status}`)
  return { page, audio }
}

/** Bodies are not read: the hub stops sending. */
async function statusOf({ url, headers = {} }: Request): Promise<number> {
  const answer = await fetch(url, { headers })
  await answer.body?.cancel()
  return answer.status
}

/** Milliseconds since `sinceMs`. */
async function untilRefused(request: Request, sinceMs: number): Promise<number> {
  for (;;) {
    const status = await statusOf(request)
    const ms = performance.now() - sinceMs
    if (status >= 400 && status < 500 && status !== 429) return ms
    if (ms > longestMs) throw new Error(`${request.url} still answers ${status} after ${longestMs / 1_000} s`)
    await sleep(lookEveryMs)
  }
}
