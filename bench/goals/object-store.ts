import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { runCommand } from '../harness/command.ts'
import { processorSeconds } from '../harness/processor.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { median, ratioOf } from '../harness/statistics.ts'
import { bucketSettings, type ObjectStore, requireSwift, startSwift } from '../harness/swift.ts'
import { createUpload, removeUpload, type SourceFile, sendBytes } from '../harness/tus-client.ts'
import type { SdkUpload } from '../limits/sdk-upload.ts'
import { measureReceipt, watchReceipts } from './receipt-cost.ts'
import { startHubForUploads, type UploadHub, type UploadServer } from './upload-servers.ts'

export const objectStore: Goal = { id: 'object-store', title: 'Uploads to an object store', run }

const sdkUpload = fileURLToPath(new URL('../limits/sdk-upload.ts', import.meta.url))
const s3Upload = fileURLToPath(new URL('../limits/s3-upload.ts', import.meta.url))
/** The default limit of the hub for one upload. */
const partBytes = 8 * mebibyte

async function run(bench: Bench): Promise<Report> {
  requireSwift()
  const wanted = Number(process.env.BENCH_OBJECT_STORE_MIB ?? (bench.isQuick ? 128 : 1024))
  const file = { bytes: wanted * mebibyte }
  await requireRoom(bench, 5 * file.bytes)
  const source = await writeSourceFile(bench, file.bytes)
  const store = await startSwift(bench.scratch)
  // Without the worker: analysing the uploads would overlap with the rounds of the other sides.
  const hub = await startHubForUploads(bench, 'api', {
    ...bucketSettings(store),
    SPINDLE_DIRECT_TRANSFER: 'on',
  })
  const processor: Processor = { through: [], past: [] }
  const sides = [
    { name: 'through the hub', measure: () => measureHub(hub, source, processor.through) },
    { name: 'past the hub, by the SDK', measure: () => measureDirect(hub, source, processor.past) },
    { name: 'straight to the store', measure: () => measureStraight(store, source) },
  ]
  for (const side of sides) await side.measure()
  processor.through.length = 0
  processor.past.length = 0
  const samples = await interleave(sides, bench.isQuick ? 3 : 5)
  const [through = [], past = [], straight = []] = samples
  const [toThrough, toPast] = [ratioOf(through, straight), ratioOf(past, straight)]
  const receipts = await measureReceipts(hub, source)
  return {
    series: [
      ...sides.map(({ name }, index) => ({ name, unit: 'MiB/s', samples: samples[index] ?? [] })),
      { name: 'processor time of the hub, through it', unit: 's', samples: processor.through },
      { name: 'processor time of the hub, past it', unit: 's', samples: processor.past },
    ],
    verdicts: [
      { goal: 'through the hub / straight', value: toThrough.value, spread: toThrough, atLeast: 0.7 },
      { goal: 'past the hub / straight', value: toPast.value, spread: toPast, atLeast: 0.95 },
      {
        goal: 'processor time of the hub, past / through it',
        value: median(processor.past) / median(processor.through),
        atMost: 0.05,
      },
      { goal: 'receipts / time of an upload', value: receipts.share, atMost: 0.02 },
    ],
    notes: [
      `One file of ${wanted} MiB of random bytes into OpenStack Swift on the same cores. Through the hub: by tus 1.0 in one PATCH. Past it: \`uploadFile\` with \`transfer: 'auto'\`, from the call to its answer, its reading of the file for the SHA-256 included. Straight: parts of ${partBytes / mebibyte} MiB, four at a time, by the S3 client of AWS, as its lib-storage sends them; no digest of the whole. Receipts: ${receipts.commits} commits of an offset with a receipt of ${receipts.bytes} bytes, less the same commits without it.`,
    ],
  }
}

interface Processor {
  readonly through: number[]
  readonly past: number[]
}

async function measureHub(hub: UploadServer, source: SourceFile, spent: number[]): Promise<number> {
  const upload = await createUpload(hub, source)
  const before = processorSeconds(hub.program.pid)
  const start = performance.now()
  await sendBytes(hub, upload, source)
  const ms = performance.now() - start
  spent.push(processorSeconds(hub.program.pid) - before)
  await removeUpload(hub, upload)
  return speedOf(source, ms)
}

/** Which part of the time of an upload its receipts take. */
async function measureReceipts(hub: UploadHub, source: SourceFile) {
  const start = performance.now()
  const watched = await watchReceipts(hub.databaseUrl, measureHub(hub, source, []))
  const uploadMs = performance.now() - start
  const spent: number[] = []
  for (let round = 0; round < 9; round++) {
    const { withMs, withoutMs } = await measureReceipt(hub.databaseUrl, watched)
    spent.push(withMs - withoutMs)
  }
  return { share: Math.max(0, median(spent)) / uploadMs, commits: watched.commits, bytes: watched.receipt.length }
}

async function measureDirect(hub: UploadServer, source: SourceFile, spent: number[]): Promise<number> {
  const { url, pid } = hub.program
  const env = { PATH: process.env.PATH ?? '', SPINDLE_API_KEY: hub.headers['x-api-key'] ?? '' }
  const printed = await runCommand(process.execPath, [sdkUpload, url, source.path, 'auto', String(pid)], { env })
  const { ms, hubSeconds } = JSON.parse(printed) as SdkUpload
  spent.push(hubSeconds)
  return speedOf(source, ms)
}

async function measureStraight(
  { endpoint, bucket, region, credentials }: ObjectStore,
  source: SourceFile,
): Promise<number> {
  const env = {
    PATH: process.env.PATH ?? '',
    S3_KEY: credentials.accessKeyId,
    S3_SECRET: credentials.secretAccessKey,
  }
  const printed = await runCommand(
    process.execPath,
    [s3Upload, endpoint, bucket, region, source.path, String(partBytes)],
    { env },
  )
  return speedOf(source, (JSON.parse(printed) as { readonly ms: number }).ms)
}

const speedOf = ({ bytes }: SourceFile, ms: number): number => bytes / mebibyte / (ms / 1000)
