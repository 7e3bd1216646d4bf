import { Spindle } from '../../packages/client/src/index.ts'
import { uploadFile } from '../../packages/client/src/node.ts'
import { processorSeconds } from '../harness/processor.ts'

/**
 * The SDK as a separate program, like curl. Arguments: HUB FILE [auto HUB_PID]; the key comes from the environment.
 * Prints what the upload took, from the call to its answer.
 */

/** What is printed, as JSON. */
export interface SdkUpload {
  readonly ms: number
  /** The longest time without a word of progress. */
  readonly longestSilenceMs: number
  /** Resident memory above what the program had before. */
  readonly growthMiB: number
  /** Processor time of the hub during the upload; 0 without its process. */
  readonly hubSeconds: number
}

const [baseUrl = '', path = '', transfer, hubPid] = process.argv.slice(2)
const client = new Spindle({ baseUrl, apiKey: process.env.SPINDLE_API_KEY })
// Loads what Node loads with its first request.
await client.uploads.list({ limit: 1 }).page()
const before = process.memoryUsage.rss()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
const hubSeconds = (): number => (hubPid === undefined ? 0 : processorSeconds(Number(hubPid)))
const hubBefore = hubSeconds()
const start = performance.now()
let lastAt = start
let longestSilenceMs = 0
const upload = await uploadFile(client, path, {
  resume: false,
  transfer: transfer === 'auto' ? transfer : 'hub',
  onProgress() {
    longestSilenceMs = Math.max(longestSilenceMs, performance.now() - lastAt)
    lastAt = performance.now()
  },
})
const ms = performance.now() - start
const hubSpent = hubSeconds() - hubBefore
clearInterval(watch)
await client.uploads.delete(upload.id)
const result: SdkUpload = { ms, longestSilenceMs, growthMiB: (peak - before) / 1024 ** 2, hubSeconds: hubSpent }
process.stdout.write(JSON.stringify(result))
