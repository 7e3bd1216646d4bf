import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { hubSender, requireWhole, writePackageFiles } from '../harness/package-files.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom } from '../harness/source-file.ts'
import { ratioOf } from '../harness/statistics.ts'

export const packageFolder: Goal = { id: 'package-folder', title: 'A package in a folder', run }

const fileCount = 8
const folder = 'package'
const xml = '<message/>'.padEnd(20_000)

async function run(bench: Bench): Promise<Report> {
  const bytes = (bench.isQuick ? 16 : 64) * mebibyte
  await requireRoom(bench, 3 * fileCount * bytes)
  const [directory, home] = await Promise.all([bench.scratch.directory('store'), bench.scratch.directory('home')])
  const files = await writePackageFiles(bench, fileCount, bytes)
  const place = join(directory, folder)
  const measured = async (write: () => Promise<number>): Promise<number> => {
    const ms = await write()
    await requireWhole(place, files)
    await rm(place, { recursive: true })
    return (fileCount * bytes) / mebibyte / (ms / 1000)
  }
  const byHub = await hubSender(home, { directory, folder, xml, files })
  const script = join(home, 'copy.sh')
  await writeFile(script, toScript(place, files))
  const byShell = async (): Promise<number> => {
    await mkdir(join(place, 'resources'), { recursive: true })
    const start = performance.now()
    await runCommand('sh', ['-e', script])
    return performance.now() - start
  }
  const sides = [
    { name: 'the hub', measure: () => measured(byHub) },
    { name: 'cp, sha256sum and fsync', measure: () => measured(byShell) },
  ]
  for (const side of sides) await side.measure()
  const samples = await interleave(sides, bench.isQuick ? 3 : 9)
  const [hub = [], shell = []] = samples
  const ratio = ratioOf(hub, shell)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'MiB/s', samples: samples[index] ?? [] })),
    verdicts: [{ goal: 'the hub / cp, sha256sum and fsync', value: ratio.value, spread: ratio, atLeast: 0.7 }],
    notes: [
      `${fileCount} files of ${bytes / mebibyte} MiB of random bytes, one after the other, each as \`.part\`, synced, renamed, and its folder synced. The hub makes the SHA-256 of the bytes that it writes; its start is not included.`,
    ],
  }
}

const toScript = (place: string, files: readonly { readonly path: string; readonly source: string }[]): string =>
  files
    .flatMap(({ path, source }) => [
      `cp '${source}' '${place}/${path}.part'`,
      `sha256sum '${place}/${path}.part' >/dev/null`,
      `sync '${place}/${path}.part'`,
      `mv '${place}/${path}.part' '${place}/${path}'`,
      `sync '${place}/resources'`,
    ])
    .join('\n')
