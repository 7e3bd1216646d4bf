import { expect, it } from 'vitest'
import { takeBatch } from '../../src/features/outlets/outlet-queries.ts'
import { startTestHub } from '../harness/hub.ts'

it('gives batches of an outlet different times, even within a millisecond and after the clock was set back', async () => {
  const hub = await startTestHub({ role: 'api' })
  const settings = { takes: { uses: ['download'], audio: ['flac'], leastCover: 1 } }
  await hub.hub.outlets.add({ id: 'far-store', name: 'Far Store', kind: 'folder', settings }, undefined)
  const take = (nowMs: number) => takeBatch(hub.opened.database.system, 'far-store', nowMs)
  expect([await take(5_000), await take(5_000), await take(4_000), await take(6_000)]).toEqual([
    5_000, 5_001, 5_002, 6_000,
  ])
  expect(await takeBatch(hub.opened.database.system, 'no-store', 5_000)).toBeUndefined()
})
