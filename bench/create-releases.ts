import { parseArgs } from 'node:util'
import { interleave } from './harness/rounds.ts'
import { silentWav } from './harness/silent-wav.ts'
import { median, ratioOf } from './harness/statistics.ts'

/**
 * Creates of drafts per second, of hubs that run already: `node bench/create-releases.ts URL=KEY [URL=KEY]`. With two hubs
 * the rounds alternate, and the ratio of the second to the first is printed. The hubs run with SPINDLE_RATE_LIMIT=off.
 */

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    tracks: { type: 'string', default: '10' },
  },
  allowPositionals: true,
})
const connections = 8

interface Target {
  readonly url: string
  readonly key: string
}

async function post(
  { url, key }: Target,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': contentType },
    body,
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`${url}${path}: ${answer.status} ${text.slice(0, 200)}`)
  return text
}

async function draftFor(target: Target): Promise<string> {
  const upload = JSON.parse(await post(target, '/api/v1/distributor/uploads', silentWav(), 'audio/wav')) as {
    id: string
  }
  const tracks = Array.from({ length: Number(values.tracks) }, (_, index) => ({
    title: `Track ${index + 1}`,
    uploadId: upload.id,
  }))
  return JSON.stringify({ title: 'Measured', type: 'album', label: 'Bench', tracks })
}

async function measure(target: Target, draft: string): Promise<number> {
  const end = performance.now() + Number(values.seconds) * 1000
  let created = 0
  const create = async (): Promise<void> => {
    while (performance.now() < end) {
      await post(target, '/api/v1/music-distributor/releases', draft, 'application/json')
      created++
    }
  }
  await Promise.all(Array.from({ length: connections }, create))
  return created / Number(values.seconds)
}

const targets = positionals.map((given): Target => {
  const [url = '', key = ''] = given.split(/=(.*)/s)
  return { url, key }
})
if (targets.length === 0) {
  console.error('Name at least one hub: URL=KEY')
  process.exit(64)
}
const drafts = await Promise.all(targets.map(draftFor))
const sides = targets.map((target, index) => ({
  name: target.url,
  measure: () => measure(target, drafts[index] ?? ''),
}))
for (const side of sides) await side.measure()
const samples = await interleave(sides, Number(values.rounds))
for (const [index, side] of sides.entries())
  console.log(`${side.name}: ${median(samples[index] ?? []).toFixed(1)} creates/s`)
if (samples.length === 2) {
  const { value, min, max } = ratioOf(samples[1] ?? [], samples[0] ?? [])
  console.log(`second / first: ${value.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`)
}
