import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawCover } from '../../packages/server/src/cli/demo/label/draw-cover.ts'
import { encodeFlac, synthesise } from '../../packages/server/src/cli/synthesis/index.ts'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { startHub } from '../harness/hub.ts'
import type { Report } from '../harness/report.ts'

export const manyTracks: Goal = { id: 'many-tracks', title: 'A folder of 200 tracks, delivered', run }

const spindle = fileURLToPath(new URL('../../packages/cli/bin/spindle.mjs', import.meta.url))
const seconds = 4
/** What a hub allows a key in a minute by default: reads, writes, uploads. */
const defaultLimits = '600/120/300'

async function run(bench: Bench): Promise<Report> {
  const tracks = bench.isQuick ? 50 : 200
  const databaseUrl = await (await bench.postgres()).createDatabase('many_tracks')
  const environment = {
    SPINDLE_RATE_LIMIT: defaultLimits,
    SPINDLE_INTEGRATION_TOKENS: 'player=a-token-of-the-benchmarks-only-0123456789',
  }
  const hub = await startHub(bench, { databaseUrl, environment })
  const { keys } = await createAccess(bench, hub, databaseUrl)
  const folder = await makeFolder(bench, tracks)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: await bench.scratch.directory('home'),
    SPINDLE_URL: hub.url,
    SPINDLE_API_KEY: keys[0] ?? '',
  }
  const start = performance.now()
  const printed = await runCommand(process.execPath, [spindle, 'deliver', folder, '--submit', '--watch', '--json'], {
    env,
  })
  const took = (performance.now() - start) / 1000
  const delivered = (JSON.parse(printed) as { tracks: readonly unknown[] }).tracks.length
  if (delivered !== tracks) throw new Error(`${delivered} of ${tracks} tracks were delivered`)
  return {
    series: [{ name: `${tracks} tracks, from the command to the last outlet`, unit: 's', samples: [took] }],
    verdicts: bench.isQuick ? [] : [{ goal: '200 tracks', value: took, unit: 's', atMost: 40 }],
    notes: [
      `\`spindle deliver --submit --watch\` of ${tracks} FLAC of ${seconds} s, each with audio of its own, and a cover of 3,000 x 3,000; a hub that has just started, with the role all and the limits a key has by default. Every file is uploaded, its digest compared, its audio analysed; then the release is checked, submitted and delivered to one property.`,
    ],
  }
}

async function makeFolder({ scratch }: Bench, tracks: number): Promise<string> {
  const folder = await scratch.directory('many-tracks')
  const names = Array.from({ length: tracks }, (_, index) => `${String(index + 1).padStart(3, '0')}.flac`)
  for (const [index, name] of names.entries())
    await writeFile(join(folder, name), encodeFlac(synthesise({ seconds, seed: index + 1, sampleRate: 44_100 })))
  await writeFile(join(folder, 'cover.jpg'), await drawCover({ figure: 'rings', hue: 200 }))
  await writeFile(join(folder, 'release.json'), JSON.stringify(manifest(names)))
  return folder
}

const manifest = (names: readonly string[]): unknown => ({
  title: 'Two Hundred Sketches',
  label: 'Benchmark',
  upc: '0200000000110',
  contributors: [
    { name: 'Ada Verne', role: 'main_artist' },
    { name: 'Ada Lovelace', role: 'composer' },
  ],
  pLine: { year: 2026, text: 'Benchmark' },
  cLine: { year: 2026, text: 'Benchmark' },
  genre: 'electronic',
  language: 'en',
  explicit: 'not_explicit',
  releaseDate: '2026-05-01',
  originalReleaseDate: '2026-05-01',
  aiUsage: { vocals: 'none', instruments: 'none', composition: 'none', lyrics: 'none', artwork: 'none' },
  trackDefaults: { language: 'en', composition: 'original', containsSamples: false },
  tracks: names.map((file, index) => ({
    file,
    title: `Sketch ${index + 1}`,
    isrc: `ZZABC26${String(index + 1).padStart(5, '0')}`,
  })),
})
