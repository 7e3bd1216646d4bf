import { fileURLToPath } from 'node:url'
import type { Bench, Goal } from '../harness/bench.ts'
import { isInstalled, runCommand } from '../harness/command.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { ratioOf } from '../harness/statistics.ts'
import { createUpload, removeUpload, type SourceFile } from '../harness/tus-client.ts'
import type { SdkUpload } from '../limits/sdk-upload.ts'
import { startHubForUploads, type UploadServer } from './upload-servers.ts'

export const clientUpload: Goal = { id: 'client-upload', title: 'Upload through the SDK', run }

const sdkProgram = fileURLToPath(new URL('../limits/sdk-upload.ts', import.meta.url))

async function run(bench: Bench): Promise<Report> {
  if (!isInstalled('curl', '--version')) throw new Error('curl is not installed')
  const file = { bytes: (bench.isQuick ? 256 : 1024) * mebibyte }
  await requireRoom(bench, 3 * file.bytes)
  const source = await writeSourceFile(bench, file.bytes)
  // Without the worker: analysing the uploads would overlap with the rounds of the other sides.
  const hub = await startHubForUploads(bench, 'api')
  const uploads: SdkUpload[] = []
  const sides = [
    {
      name: 'the SDK',
      async measure() {
        const upload = await uploadBySdk(hub, source)
        uploads.push(upload)
        return speedOf(source, upload.ms)
      },
    },
    { name: 'curl, tus', measure: () => measureTus(hub, source) },
    { name: 'curl, one request', measure: () => measureWhole(hub, source) },
  ]
  for (const side of sides) await side.measure()
  uploads.length = 0
  const samples = await interleave(sides, bench.isQuick ? 3 : 9)
  const [sdk = [], tus = []] = samples
  const toTus = ratioOf(sdk, tus)
  return {
    series: [
      ...sides.map(({ name }, index) => ({ name, unit: 'MiB/s', samples: samples[index] ?? [] })),
      { name: 'the SDK, memory it grows by', unit: 'MiB', samples: uploads.map(({ growthMiB }) => growthMiB) },
      {
        name: 'the SDK, longest silence',
        unit: 'ms',
        samples: uploads.map(({ longestSilenceMs }) => longestSilenceMs),
      },
    ],
    verdicts: [{ goal: 'the SDK / curl, tus', value: toTus.value, spread: toTus, atLeast: 0.9 }],
    notes: [
      `One file of ${file.bytes / mebibyte} MiB of random bytes. The SDK from the call to its answer, its own SHA-256 of all bytes and the comparison with the hub's included; curl makes none. The SDK runs in a program that has asked the hub one thing before, as programs have; the start of curl counts (about 10 ms).`,
    ],
  }
}

async function uploadBySdk(hub: UploadServer, { path }: SourceFile): Promise<SdkUpload> {
  const env = { PATH: process.env.PATH ?? '', SPINDLE_API_KEY: hub.headers['x-api-key'] ?? '' }
  return JSON.parse(await runCommand(process.execPath, [sdkProgram, hub.program.url, path], { env })) as SdkUpload
}

async function measureTus(hub: UploadServer, source: SourceFile): Promise<number> {
  const start = performance.now()
  const upload = await createUpload(hub, source)
  const headers = {
    ...hub.headers,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  await curl(['-X', 'PATCH', upload], source, headers)
  const speed = speedOf(source, performance.now() - start)
  await removeUpload(hub, upload)
  return speed
}

async function measureWhole(hub: UploadServer, source: SourceFile): Promise<number> {
  const start = performance.now()
  const answer = await curl(['-X', 'POST', hub.url], source, { ...hub.headers, 'content-type': 'audio/wav' })
  const speed = speedOf(source, performance.now() - start)
  const { id } = JSON.parse(answer) as { id: string }
  await removeUpload(hub, `${hub.url}/${id}`)
  return speed
}

/** `-T` reads the file while it sends it; `--data-binary` would read it whole first. */
const curl = (args: readonly string[], { path }: SourceFile, headers: Readonly<Record<string, string>>) =>
  runCommand('curl', [
    ...['--silent', '--show-error', '--fail', '--header', 'Expect:', '--upload-file', path],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...args,
  ])

const speedOf = ({ bytes }: SourceFile, ms: number): number => bytes / mebibyte / (ms / 1000)
