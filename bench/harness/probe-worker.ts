import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const pauseMs = 2
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

let worst = 0
let asked = performance.now()

const ask = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(String(workerData), { agent }, (response) => {
      response.resume()
      response.once('end', resolve)
      if (response.statusCode !== 200) reject(new Error(`The probe was answered with ${response.statusCode}`))
    }).once('error', reject)
  })

parentPort?.on('message', () => {
  parentPort?.postMessage(Math.max(worst, performance.now() - asked))
  worst = 0
})

for (;;) {
  asked = performance.now()
  await ask()
  worst = Math.max(worst, performance.now() - asked)
  await sleep(pauseMs)
}
