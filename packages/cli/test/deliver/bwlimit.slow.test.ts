import { beforeAll, expect, it } from 'vitest'
import { runSpindle } from '../harness/run-spindle.ts'
import { type DeliveryHub, startDeliveryHub } from './deliver-hub.ts'
import { startFailingProxy } from './failing-proxy.ts'
import { makeFolder } from './make-folder.ts'
import { wav } from './masters.ts'

let delivery: DeliveryHub
beforeAll(async () => {
  delivery = await startDeliveryHub()
})

it('sends all files together at no more than --bwlimit', async () => {
  const masters = [1, 2].map((index) => wav({ seconds: 4, seed: index }))
  const bytes = masters.reduce((sum, master) => sum + master.length, 0)
  const folder = await makeFolder(
    Object.fromEntries(masters.map((master, index) => [`0${index + 1} Song.wav`, master])),
  )
  const line = await startFailingProxy(delivery.hub.url)
  const times = new Promise<number[]>((resolve) => {
    line.whenSent(1, () => {
      const first = performance.now()
      line.whenSent(bytes / 2, () => resolve([first, performance.now()]))
    })
  })
  const { code, stderr } = await runSpindle(['deliver', folder, '--bwlimit', '300k'], {
    ...delivery.settings,
    hub: line,
  })
  expect(code, stderr).toBe(0)
  const [first = 0, last = 0] = await times
  // A slow machine takes longer, none less: half of the bytes take 2.3 s, and the first chunk is sent at once.
  expect(last - first).toBeGreaterThan(1_600)
})
