import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Goal } from '../harness/bench.ts'
import { canReadMemory, peakResidentMiB } from '../harness/memory.ts'
import type { Report } from '../harness/report.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { median } from '../harness/statistics.ts'
import { bucketSettings, requireSwift, startSwift } from '../harness/swift.ts'
import type { SourceFile } from '../harness/tus-client.ts'
import { startHubForUploads, uploadAndRemove } from './upload-servers.ts'

const parallel = 100
const settleMs = 2_000

export const objectStoreMemory: Goal = {
  id: 'object-store-memory',
  title: 'Memory of uploads to an object store',
  run,
}

async function run(bench: Bench): Promise<Report> {
  if (!canReadMemory) throw new Error('Resident memory can be read on Linux only')
  requireSwift()
  // Both are more than a part.
  const [small, large] = bench.isQuick ? ([10, 30] as const) : ([16, 64] as const)
  await requireRoom(bench, 3 * parallel * large * mebibyte)
  const swift = await startSwift(bench.scratch)
  const onDisk = () => ({})
  let hubs = 0
  const inStore = () => ({
    ...bucketSettings(swift, `hub-${hubs++}`),
    // Enough room that no client has to retry: memory is what is measured.
    SPINDLE_TEMP_BYTES: String(6 * 1024 * mebibyte),
  })
  const sides = [
    { name: `the disk, files of ${small} MiB`, settings: onDisk, mebibytes: small },
    { name: `the disk, files of ${large} MiB`, settings: onDisk, mebibytes: large },
    { name: `the object store, files of ${small} MiB`, settings: inStore, mebibytes: small },
    { name: `the object store, files of ${large} MiB`, settings: inStore, mebibytes: large },
  ]
  const sources = new Map<number, SourceFile>()
  for (const size of [small, large]) sources.set(size, await writeSourceFile(bench, size * mebibyte))
  const samples: number[][] = sides.map(() => [])
  for (let round = 0; round < (bench.isQuick ? 1 : 3); round++)
    for (const [index, { settings, mebibytes }] of sides.entries()) {
      const source = sources.get(mebibytes)
      if (source) samples[index]?.push(await measure(bench, settings(), source))
    }
  const [, disk = [], stored = [], storedLarge = []] = samples
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'MiB', samples: samples[index] ?? [] })),
    verdicts: [
      {
        goal: `${parallel} uploads of ${large} MiB to the object store, above those to the disk`,
        value: median(storedLarge) - median(disk),
        unit: 'MiB',
        atMost: 32,
      },
      {
        goal: `files of ${large} MiB to the object store, above files of ${small} MiB`,
        value: median(storedLarge) - median(stored),
        unit: 'MiB',
        atMost: 32,
      },
    ],
    notes: [
      `Peak resident memory of the process that takes ${parallel} uploads at once by tus 1.0, each in one PATCH, looked at every 50 ms; a new process for each figure, which had no upload before. Without the worker.`,
    ],
  }
}

/** Of a process that had no upload before: what it once took it hardly gives back. */
async function measure(bench: Bench, settings: Readonly<Record<string, string>>, source: SourceFile): Promise<number> {
  const hub = await startHubForUploads(bench, 'api', settings)
  const { pid } = hub.program
  await sleep(settleMs)
  const many = Array.from({ length: parallel }, () => uploadAndRemove(hub, source))
  try {
    return await peakResidentMiB(pid, Promise.all(many))
  } finally {
    await hub.program.stop()
  }
}
