import { Spindle } from '../../packages/client/src/index.ts'
import { uploadFile } from '../../packages/client/src/node.ts'

/**
 * The SDK as a program of its own, as curl is one. Arguments: HUB FILE [auto]; the key comes from the environment. Prints what
 * the upload took, from the call to its answer.
 */

/** What is printed, as JSON. */
export interface SdkUpload {
  readonly ms: number
  /** The longest time without a word of progress. */
  readonly longestSilenceMs: number
  /** Resident memory above what the program had before. */
  readonly growthMiB: number
}

const [baseUrl = '', path = '', transfer] = process.argv.slice(2)
const client = new Spindle({ baseUrl, apiKey: process.env.SPINDLE_API_KEY })
// Loads what Node loads with its first request.
await client.uploads.list({ limit: 1 }).page()
const before = process.memoryUsage.rss()
let peak = before
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
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
clearInterval(watch)
await client.uploads.delete(upload.id)
const result: SdkUpload = { ms, longestSilenceMs, growthMiB: (peak - before) / 1024 ** 2 }
process.stdout.write(JSON.stringify(result))
