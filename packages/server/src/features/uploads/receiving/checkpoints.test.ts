import { describe, expect, it } from 'vitest'
import type { Durable } from '../../../platform/blobs/blobs.ts'
import { commitCheckpoints } from './checkpoints.ts'

const mebibyte = 1024 * 1024
const policy = { everyBytes: 32 * mebibyte, everyMs: 10_000, minBytes: 64 * 1024 }

/** A disk whose syncs end when the test decides. */
function slowDisk() {
  const log: string[] = []
  const syncs: (() => void)[] = []
  const writer = {
    position: 0,
    sync: () => {
      const durable = writer.position
      log.push(`sync ${durable / mebibyte}`)
      return new Promise<Durable>((resolve) => syncs.push(() => resolve({ position: durable, receipt: null })))
    },
  }
  const advance = async ({ position }: Durable): Promise<void> => void log.push(`commit ${position / mebibyte}`)
  return { writer, advance, log, finishSync: () => syncs.shift()?.() }
}

describe('checkpoints', () => {
  it('commit what was synced, not what was written since', async () => {
    const { writer, advance, log, finishSync } = slowDisk()
    const checkpoints = commitCheckpoints({ writer, policy, advance, now: () => 0 })
    writer.position = 32 * mebibyte
    await checkpoints.runWhenDue()
    writer.position = 40 * mebibyte
    finishSync()
    await checkpoints.settle()
    expect(log).toEqual(['sync 32', 'commit 32'])
  })

  it('wait for the disk when it falls behind', async () => {
    const { writer, advance, log, finishSync } = slowDisk()
    const checkpoints = commitCheckpoints({ writer, policy, advance, now: () => 0 })
    writer.position = 32 * mebibyte
    await checkpoints.runWhenDue()
    writer.position = 65 * mebibyte
    const waiting = checkpoints.runWhenDue().then(() => log.push('went on'))
    finishSync()
    await waiting
    expect(log).toEqual(['sync 32', 'commit 32', 'went on'])
  })

  it('come after a while for slow senders, once there is something to keep', async () => {
    const { writer, advance, log } = slowDisk()
    let now = 0
    const checkpoints = commitCheckpoints({ writer, policy, advance, now: () => now })
    writer.position = mebibyte
    await checkpoints.runWhenDue()
    now = 10_000
    await checkpoints.runWhenDue()
    expect(log).toEqual(['sync 1'])
  })

  it('report a failed sync and commit nothing', async () => {
    const failing = { position: 0, sync: () => Promise.reject(new Error('EIO')) }
    const committed: number[] = []
    const checkpoints = commitCheckpoints({
      writer: failing,
      policy,
      advance: async ({ position }) => void committed.push(position),
      now: () => 0,
    })
    failing.position = 32 * mebibyte
    await checkpoints.runWhenDue()
    await expect(checkpoints.settle()).rejects.toThrow('EIO')
    await expect(checkpoints.runWhenDue()).rejects.toThrow('EIO')
    expect(committed).toEqual([])
  })
})
