import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bench, Goal } from '../harness/bench.ts'
import { measureOperator, operate } from '../harness/hub.ts'
import type { MeasuredRun } from '../harness/measured-command.ts'
import type { Report } from '../harness/report.ts'
import { median } from '../harness/statistics.ts'

export const reportImport: Goal = { id: 'report-import', title: 'A report of a million lines', run }

const few = 1_000
const codes = 5_000
const territories = ['DE', 'FR', 'JP', 'US', 'SE', 'BR', 'NG', 'MX']

async function run(bench: Bench): Promise<Report> {
  const many = bench.isQuick ? 250_000 : 1_000_000
  const rounds = bench.isQuick ? 1 : 3
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('reports')
  await operate(bench, databaseUrl, ['accounts', 'create', 'Bench Records'])
  const folder = await bench.scratch.directory('reports')
  const small: MeasuredRun[] = []
  const large: MeasuredRun[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [count, runs] of [
      [few, small],
      [many, large],
    ] as const) {
      const file = join(folder, `${count}-${round}.csv`)
      await pipeline(Readable.from(linesOf(count, round)), createWriteStream(file))
      // Each has its own source, so no round sees what another one left.
      runs.push(
        await measureOperator(bench, databaseUrl, ['reports', 'import', file, '--source', `store-${count}-${round}`]),
      )
    }
  }
  const name = many.toLocaleString('en-US')
  const growth = median(large.map(({ peakMiB }) => peakMiB)) - median(small.map(({ peakMiB }) => peakMiB))
  return {
    series: [
      { name: `${name} lines`, unit: 's', samples: large.map(({ seconds }) => seconds) },
      {
        name: `memory, ${few.toLocaleString('en-US')} lines`,
        unit: 'MiB',
        samples: small.map(({ peakMiB }) => peakMiB),
      },
      { name: `memory, ${name} lines`, unit: 'MiB', samples: large.map(({ peakMiB }) => peakMiB) },
    ],
    verdicts: [
      {
        goal: `${name} lines`,
        value: median(large.map(({ seconds }) => seconds)),
        unit: 's',
        atMost: (60 * many) / 1e6,
      },
      { goal: `memory above that of ${few.toLocaleString('en-US')} lines`, value: growth, unit: 'MiB', atMost: 64 },
    ],
    notes: [
      `\`reports import\` from its start to its end, the process that reads the file included in the time. Memory is the peak of the process that the operator starts, looked at every 50 ms; the one that reads the file has 256 MiB at most. ${codes.toLocaleString('en-US')} recordings in ${territories.length} countries, none of them released here: all lines are added up and wait.`,
    ],
  }
}

function* linesOf(count: number, round: number): Generator<string> {
  yield 'isrc,period,territory,title,artist,store,streams,revenue,currency\n'
  for (let at = 0; at < count; at++) {
    const code = (at * 7_919 + round) % codes
    const territory = territories[at % territories.length]
    yield `ZZABC26${String(code).padStart(5, '0')},2026-03,${territory},"Night Drive, ${code}",Ada,store,${at % 1_000},0.${String(at).padStart(8, '0')},EUR\n`
  }
}
