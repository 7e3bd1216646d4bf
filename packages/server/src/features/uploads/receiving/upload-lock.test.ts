import { describe, expect, it } from 'vitest'
import { createTurns } from './upload-lock.ts'

const patient = { takesOver: false }
const busy = { code: 'upload_busy' }

describe('turns', () => {
  it('lets one work and the next follow', async () => {
    const turns = createTurns()
    const first = await turns.enter('a', patient)
    const order: string[] = []
    const second = turns.enter('a', patient).then((turn) => {
      order.push('second')
      return turn
    })
    await turns.enter('b', patient)
    order.push('other upload')
    first.release()
    await second
    expect(order).toEqual(['other upload', 'second'])
    expect(first.signal.aborted).toBe(false)
  })

  it('stops the holder at once for whoever takes over', async () => {
    const turns = createTurns()
    const first = await turns.enter('a', patient)
    first.signal.addEventListener('abort', () => first.release())
    await turns.enter('a', { takesOver: true })
    expect(first.signal.reason).toMatchObject(busy)
  })

  it('stops a holder that receives nothing, within three seconds', async () => {
    const turns = createTurns()
    const first = await turns.enter('a', patient)
    first.signal.addEventListener('abort', () => first.release())
    const begun = performance.now()
    await turns.enter('a', patient)
    expect(performance.now() - begun).toBeLessThan(3_000)
  })

  it('answers busy when the holder is alive or does not let go', async () => {
    const turns = createTurns()
    const first = await turns.enter('a', patient)
    const alive = setInterval(() => first.touch(), 50)
    await expect(turns.enter('a', patient)).rejects.toMatchObject(busy)
    clearInterval(alive)
    expect(first.signal.aborted).toBe(false)
    await expect(turns.enter('a', { takesOver: true })).rejects.toMatchObject(busy)
    expect(first.signal.aborted).toBe(true)
  })

  it('close stops everybody and lets nobody in', async () => {
    const turns = createTurns()
    const first = await turns.enter('a', patient)
    first.signal.addEventListener('abort', () => first.release())
    await turns.close()
    expect(first.signal.reason).toMatchObject({ code: 'shutting_down' })
    await expect(turns.enter('a', patient)).rejects.toMatchObject({ code: 'shutting_down' })
  })
})
