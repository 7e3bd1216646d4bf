import { describe, expect, it } from 'vitest'
import { uploadLocks } from './upload-lock.ts'

const patient = { preempt: false }
const upload = { accountId: 'acc_1', id: 'upl_1' }
const busy = { code: 'upload_busy' }

describe('upload locks', () => {
  it('lets one work and the next follow', async () => {
    const locks = uploadLocks()
    const first = await locks.acquire(upload, patient)
    const order: string[] = []
    const second = locks.acquire(upload, patient).then((lock) => {
      order.push('second')
      return lock
    })
    await locks.acquire({ ...upload, id: 'upl_2' }, patient)
    await locks.acquire({ ...upload, accountId: 'acc_2' }, patient)
    order.push('other upload')
    first.release()
    await second
    expect(order).toEqual(['other upload', 'second'])
    expect(first.signal.aborted).toBe(false)
  })

  it('stops the holder immediately for a request that takes over', async () => {
    const locks = uploadLocks()
    const first = await locks.acquire(upload, patient)
    first.signal.addEventListener('abort', () => first.release())
    await locks.acquire(upload, { preempt: true })
    expect(first.signal.reason).toMatchObject(busy)
  })

  it('stops a holder that receives nothing, before the wait is given up', async () => {
    const locks = uploadLocks()
    const first = await locks.acquire(upload, patient)
    first.signal.addEventListener('abort', () => first.release())
    await locks.acquire(upload, patient)
    expect(first.signal.reason).toMatchObject(busy)
  })

  it('answers busy if the holder is active or does not release the lock', async () => {
    const locks = uploadLocks()
    const first = await locks.acquire(upload, patient)
    const alive = setInterval(() => first.touch(), 50)
    await expect(locks.acquire(upload, patient)).rejects.toMatchObject(busy)
    clearInterval(alive)
    expect(first.signal.aborted).toBe(false)
    await expect(locks.acquire(upload, { preempt: true })).rejects.toMatchObject(busy)
    expect(first.signal.aborted).toBe(true)
  })

  it('close stops every holder and refuses new ones', async () => {
    const locks = uploadLocks()
    const first = await locks.acquire(upload, patient)
    first.signal.addEventListener('abort', () => first.release())
    await locks.close()
    expect(first.signal.reason).toMatchObject({ code: 'shutting_down' })
    await expect(locks.acquire(upload, patient)).rejects.toMatchObject({ code: 'shutting_down' })
  })
})
