import { expect, it } from 'vitest'
import { bufferPool } from './buffer-pool.ts'

it('makes no more buffers than it may and hands them on in the order of asking', async () => {
  const pool = bufferPool({ bufferBytes: 8, count: 1 })
  const buffer = pool.take()
  expect(buffer?.length).toBe(8)
  expect(pool.take()).toBeUndefined()
  const order: string[] = []
  const waitAs = async (name: string): Promise<Buffer> => {
    const got = await pool.wait()
    order.push(name)
    return got
  }
  const first = waitAs('first')
  const second = waitAs('second')
  if (buffer) pool.give(buffer)
  pool.give(await first)
  expect(await second).toBe(buffer)
  expect(order).toEqual(['first', 'second'])
})
