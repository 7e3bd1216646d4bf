import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import type { Report } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { median, spread } from '../harness/statistics.ts'

export const commandStart: Goal = { id: 'command-start', title: 'From the start of spindle to its help', run }

const spindle = fileURLToPath(new URL('../../packages/cli/bin/spindle.mjs', import.meta.url))

async function run({ isQuick, scratch }: Bench): Promise<Report> {
  const home = await scratch.directory('home')
  const sides: readonly Side[] = [
    side('spindle --help', home, [spindle, '--help']),
    side('spindle releases list --help', home, [spindle, 'releases', 'list', '--help']),
    side('bare node -e 0', home, ['-e', '0']),
  ]
  // The first starts fill the cache of compiled code and that of the disk; they are not counted.
  for (const each of sides) await each.measure()
  const [help = [], group = [], bare = []] = await interleave(sides, isQuick ? 5 : 21)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'ms', samples: [help, group, bare][index] ?? [] })),
    verdicts: [
      {
        goal: 'spindle --help over bare node',
        value: median(help) - median(bare),
        spread: spread(help.map((ms, round) => ms - (bare[round] ?? Number.NaN))),
        unit: 'ms',
        atMost: 150,
      },
    ],
    notes: [
      'From the spawn of the process to its end; run from the sources, with the code compiled by an earlier start.',
    ],
  }
}

const side = (name: string, home: string, args: readonly string[]): Side => ({
  name,
  async measure() {
    const start = performance.now()
    await runCommand(process.execPath, args, { env: { PATH: process.env.PATH ?? '', HOME: home } })
    return performance.now() - start
  },
})
