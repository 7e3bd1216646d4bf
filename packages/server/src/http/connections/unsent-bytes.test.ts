import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { unsentBytes } from './unsent-bytes.ts'

const response = (socket = new EventEmitter()) =>
  Object.assign(new EventEmitter(), { req: { socket } }) as unknown as ServerResponse

const limits = { perAccount: 100, overall: 1_000, reads: 2, patienceMs: 10_000 }

const answerOf = (bytes: number, work: () => Promise<void> = async () => {}) => ({
  isRead: true,
  work,
  bytesOf: () => bytes,
})

/** Lets everything that can go on do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('answers that are not read yet', () => {
  it('keep their account waiting until they are, and no other account', async () => {
    const unsent = unsentBytes(limits)
    const first = response()
    await unsent.makeAnswer('acc_a', first, answerOf(100))
    let isMade = false
    const second = unsent.makeAnswer('acc_a', response(), answerOf(1)).then(() => {
      isMade = true
    })
    await unsent.makeAnswer('acc_b', response(), answerOf(20))
    await settle()
    expect(isMade).toBe(false)
    first.emit('finish')
    first.emit('close')
    await second
  })

  it('are counted for all accounts together', async () => {
    const unsent = unsentBytes({ ...limits, overall: 150, patienceMs: 1 })
    const first = response()
    await unsent.makeAnswer('acc_a', first, answerOf(90))
    await unsent.makeAnswer('acc_b', response(), answerOf(60))
    await expect(unsent.makeAnswer('acc_b', response(), answerOf(1))).rejects.toMatchObject({ code: 'overloaded' })
    first.emit('close')
    await unsent.makeAnswer('acc_b', response(), answerOf(1))
  })

  it('are refused to an account that does not read at all', async () => {
    const unsent = unsentBytes({ ...limits, patienceMs: 1 })
    await unsent.makeAnswer('acc_a', response(), answerOf(1_000))
    await expect(unsent.makeAnswer('acc_a', response(), answerOf(1))).rejects.toMatchObject({ code: 'overloaded' })
  })

  it('are forgotten when the connection ends, also while they wait behind another answer or are being made', async () => {
    const unsent = unsentBytes({ ...limits, patienceMs: 1 })
    const socket = Object.assign(new EventEmitter(), { destroyed: false })
    await unsent.makeAnswer('acc_a', response(socket), answerOf(100))
    await unsent.makeAnswer('acc_b', response(socket), answerOf(100))
    const late = unsent.makeAnswer('acc_c', response(socket), answerOf(100, settle as () => Promise<void>))
    socket.destroyed = true
    socket.emit('close')
    await late
    for (const account of ['acc_a', 'acc_b', 'acc_c']) await unsent.makeAnswer(account, response(), answerOf(1))
    expect(socket.listenerCount('close')).toBe(0)
  })

  it('stay counted when a write that began before them ends', async () => {
    const unsent = unsentBytes({ ...limits, patienceMs: 1 })
    const barrier = Promise.withResolvers<void>()
    const written = response()
    const write = unsent.makeAnswer('acc_a', written, { ...answerOf(1, () => barrier.promise), isRead: false })
    await unsent.makeAnswer('acc_a', response(), answerOf(100))
    barrier.resolve()
    await write
    written.emit('finish')
    await expect(unsent.makeAnswer('acc_a', response(), answerOf(1))).rejects.toMatchObject({ code: 'overloaded' })
  })

  it('are made a few at a time for the reads of one account, so that they cannot all come at once', async () => {
    const unsent = unsentBytes(limits)
    const barrier = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await barrier.promise
      running -= 1
    }
    const reads = Array.from({ length: 10 }, () => unsent.makeAnswer('acc_a', response(), answerOf(1, work)))
    const write = unsent.makeAnswer('acc_a', response(), { ...answerOf(1), isRead: false })
    await write
    barrier.resolve()
    await Promise.all(reads)
    expect(most).toBe(2)
  })
})
