import type { Bench, Goal } from '../harness/bench.ts'
import type { Report } from '../harness/report.ts'
import { interleave, type Side } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { ratioOf } from '../harness/statistics.ts'
import { createUpload, removeUpload, type SourceFile, sendBytes, type TusServer } from '../harness/tus-client.ts'
import { copyFile } from '../limits/copy-file.ts'
import { startHubForUploads, startTusPeer } from './upload-servers.ts'

export const uploadSpeed: Goal = { id: 'P6', title: 'Upload with SHA-256 and fsync', run }

async function run(bench: Bench): Promise<Report> {
  const file = { bytes: (bench.isQuick ? 256 : 1024) * mebibyte }
  await requireRoom(bench, 4 * file.bytes)
  const source = await writeSourceFile(bench, file.bytes)
  const copies = await bench.scratch.directory('copies')
  // Without the worker: analysing the uploads would overlap with the rounds of the other sides.
  const hub = await startHubForUploads(bench, 'api')
  const peer = await startTusPeer(bench)
  const sides: readonly Side[] = [
    { name: 'the hub', measure: () => measureUpload(hub, source) },
    { name: '@tus/server, no digest, no sync', measure: () => measureUpload(peer, source) },
    { name: 'cp + SHA-256 + fsync', measure: async () => speedOf(source, () => copyFile(source.path, copies)) },
  ]
  for (const side of sides) await side.measure()
  const samples = await interleave(sides, bench.isQuick ? 3 : 5)
  const [ours = [], theirs = [], limit = []] = samples
  const toLimit = ratioOf(ours, limit)
  const toPeer = ratioOf(ours, theirs)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'MiB/s', samples: samples[index] ?? [] })),
    verdicts: [
      { goal: 'the hub / cp + SHA-256 + fsync', value: toLimit.value, spread: toLimit, atLeast: 0.5 },
      { goal: 'the hub / @tus/server', value: toPeer.value, spread: toPeer, atLeast: 0.9 },
    ],
    notes: [
      `One file of ${file.bytes / mebibyte} MiB of random bytes by tus 1.0 in one PATCH, from the first byte to the acknowledgement; the client runs on the same cores.`,
    ],
  }
}

/** In MiB/s. */
export async function measureUpload(server: TusServer, source: SourceFile): Promise<number> {
  const upload = await createUpload(server, source)
  const speed = await speedOf(source, () => sendBytes(server, upload, source))
  await removeUpload(server, upload)
  return speed
}

async function speedOf({ bytes }: SourceFile, work: () => void | Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return bytes / mebibyte / ((performance.now() - start) / 1000)
}
