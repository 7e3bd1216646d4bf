import { Spindle } from '../../packages/client/src/index.ts'
import { uploadFile } from '../../packages/client/src/node.ts'

/** The SDK as a program of its own: uploads PATH to HUB with the key of the environment, answers what it took. */

const [baseUrl = '', path = ''] = process.argv.slice(2)
const client = new Spindle({ baseUrl, apiKey: process.env.SPINDLE_API_KEY })
const idle = process.memoryUsage.rss()
let peak = idle
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
let longestMs = 0
const start = performance.now()
let last = start
const upload = await uploadFile(client, path, {
  resume: false,
  onProgress() {
    longestMs = Math.max(longestMs, performance.now() - last)
    last = performance.now()
  },
})
const ms = performance.now() - start
clearInterval(watch)
await client.uploads.del(upload.id)
const mebibyte = 1024 ** 2
process.stdout.write(
  JSON.stringify({ ms, longestMs, idleMiB: idle / mebibyte, peakMiB: peak / mebibyte, cpu: process.cpuUsage() }),
)
