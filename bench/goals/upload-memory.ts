import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Goal } from '../harness/bench.ts'
import { canReadMemory, peakResidentMiB, residentMiB } from '../harness/memory.ts'
import type { Report } from '../harness/report.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import type { SourceFile } from '../harness/tus-client.ts'
import { startHubForUploads, startTusPeer, type UploadServer, uploadAndRemove } from './upload-servers.ts'

const parallel = 100
const settleMs = 2_000

export const uploadMemory: Goal = { id: 'P7', title: 'Memory of uploads', run }

async function run(bench: Bench): Promise<Report> {
  if (!canReadMemory) throw new Error('Resident memory can be read on Linux only')
  const one = { bytes: (bench.isQuick ? 256 : 1024) * mebibyte }
  const each = { bytes: (bench.isQuick ? 16 : 64) * mebibyte }
  await requireRoom(bench, 2 * (one.bytes + parallel * each.bytes))
  const large = await writeSourceFile(bench, one.bytes)
  const small = await writeSourceFile(bench, each.bytes)
  const hub = await measure(await startHubForUploads(bench, 'all'), large, small)
  const peer = await measure(await startTusPeer(bench), large, small)
  return {
    series: [...seriesOf('the hub', hub), ...seriesOf('@tus/server', peer)],
    verdicts: [
      {
        goal: `one upload of ${one.bytes / mebibyte} MiB, above idle`,
        value: hub.single - hub.idle,
        unit: 'MiB',
        atMost: 48,
      },
      {
        goal: `${parallel} uploads of ${each.bytes / mebibyte} MiB at once, in all`,
        value: hub.parallel,
        unit: 'MiB',
        atMost: 300,
      },
    ],
    notes: [
      `Peak resident memory of the process that takes the uploads, looked at every 50 ms. The analyses of what came in run in processes of their own with a limit of their own.`,
    ],
  }
}

interface Memory {
  readonly idle: number
  readonly single: number
  readonly parallel: number
}

async function measure(server: UploadServer, large: SourceFile, small: SourceFile): Promise<Memory> {
  const { pid } = server.program
  await sleep(settleMs)
  const idle = residentMiB(pid)
  const single = await peakResidentMiB(pid, uploadAndRemove(server, large))
  const many = Array.from({ length: parallel }, () => uploadAndRemove(server, small))
  const result = { idle, single, parallel: await peakResidentMiB(pid, Promise.all(many)) }
  await server.program.stop()
  return result
}

const seriesOf = (name: string, { idle, single, parallel: many }: Memory) => [
  { name: `${name}, idle`, unit: 'MiB', samples: [idle] },
  { name: `${name}, one upload`, unit: 'MiB', samples: [single] },
  { name: `${name}, ${parallel} uploads at once`, unit: 'MiB', samples: [many] },
]
