import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { bufferPool } from '../../../platform/files/buffer-pool.ts'
import { bufferedWriter } from './buffered-writer.ts'

/** A blob in memory, whose writes take one turn of the event loop. */
function memoryWriter(failAt = Number.POSITIVE_INFINITY) {
  const stored: Buffer[] = []
  const writer = {
    position: 0,
    async write(chunks: readonly Uint8Array[]) {
      await new Promise((resolve) => setImmediate(resolve))
      for (const chunk of chunks) {
        if (writer.position + chunk.byteLength > failAt) throw new Error('full')
        stored.push(Buffer.from(chunk))
        writer.position += chunk.byteLength
      }
    },
    sync: async () => ({ position: writer.position, receipt: null }),
    truncate: async () => {},
    finalise: async () => null,
    close: async () => {},
  }
  return { writer, stored: () => Buffer.concat(stored) }
}

function bufferedFor(failAt?: number, pool = bufferPool({ bufferBytes: 16, count: 4 })) {
  const { writer, stored } = memoryWriter(failAt)
  const seen: Buffer[] = []
  const advanced: number[] = []
  const buffered = bufferedWriter({
    writer,
    policy: { everyBytes: 32 * 1024 ** 2, everyMs: 10_000, minBytes: 64 * 1024 },
    pool,
    onBytes: (bytes) => void seen.push(Buffer.from(bytes)),
    advance: async ({ position }) => void advanced.push(position),
    commitsOnTheWay: true,
    now: () => 0,
  })
  return { buffered, stored, advanced, seen: () => Buffer.concat(seen) }
}

/** A buffer with separate memory, as sockets make them. */
function socketChunk(bytes: Uint8Array): Buffer {
  const chunk = Buffer.alloc(bytes.length)
  chunk.set(bytes)
  return chunk
}

describe('buffered writer', () => {
  it('frees the memory of a chunk as soon as it is copied', async () => {
    const { buffered, stored } = bufferedFor()
    const chunk = socketChunk(Buffer.from('0123456789'))
    buffered.push(chunk)
    expect(chunk.buffer.byteLength).toBe(0)
    await buffered.drain()
    expect(stored().toString()).toBe('0123456789')
  })

  it('frees it also when the chunk had to wait for a buffer', async () => {
    const pool = bufferPool({ bufferBytes: 16, count: 1 })
    const taken = pool.take()
    const { buffered, stored } = bufferedFor(undefined, pool)
    const chunks = ['0123456789', 'abcdefghij', '-'].map((text) => socketChunk(Buffer.from(text)))
    for (const chunk of chunks) buffered.push(chunk)
    const room = buffered.room()
    expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual([10, 10, 1])
    if (taken) pool.give(taken)
    await room
    expect(chunks.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0])
    await buffered.drain()
    expect(stored().toString()).toBe('0123456789abcdefghij-')
  })

  it('stores every byte once and in order, however it is cut, with very few buffers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 20 }),
        fc.boolean(),
        async (parts, waits) => {
          const { buffered, stored, seen, advanced } = bufferedFor(undefined, bufferPool({ bufferBytes: 16, count: 2 }))
          const expected = Buffer.concat(parts)
          for (const part of parts) {
            // Like a chunk of a socket: a separate buffer, which the writer may free.
            buffered.push(Buffer.from(part))
            if (waits) await buffered.room()
          }
          await buffered.drain()
          await buffered.commit()
          expect(stored()).toEqual(expected)
          expect(seen()).toEqual(expected)
          expect(advanced).toEqual(expected.length === 0 ? [] : [expected.length])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('asks to wait when no buffer is free, and continues when one is', async () => {
    const { buffered, stored } = bufferedFor()
    buffered.push(Buffer.alloc(200, 1))
    const room = buffered.room()
    expect(room).toBeInstanceOf(Promise)
    await room
    await buffered.drain()
    expect(stored()).toEqual(Buffer.alloc(200, 1))
  })

  it('loses nothing when several uploads want the last buffers, and one ends while it waits', async () => {
    const pool = bufferPool({ bufferBytes: 16, count: 2 })
    const each = Array.from({ length: 8 }, (_, index) => ({
      ...bufferedFor(undefined, pool),
      bytes: Buffer.alloc(100, index),
    }))
    const ends = each.map(async ({ buffered, bytes }) => {
      for (let at = 0; at < bytes.length; at += 10) {
        buffered.push(socketChunk(bytes.subarray(at, at + 10)))
        // Requested, but not awaited, because the body ended meanwhile.
        buffered.room()?.catch(() => {})
      }
      await buffered.drain()
    })
    await Promise.all(ends)
    for (const { stored, bytes } of each) expect(stored()).toEqual(bytes)
    expect([pool.take(), pool.take()]).not.toContain(undefined)
  })

  it('writes what waited for a buffer, also when its sender then falls silent', async () => {
    const pool = bufferPool({ bufferBytes: 16, count: 1 })
    const taken = pool.take()
    const { buffered, stored } = bufferedFor(undefined, pool)
    buffered.push(socketChunk(Buffer.from('slow')))
    const room = buffered.room()
    expect(pool.isWanted).toBe(true)
    if (taken) pool.give(taken)
    await room
    await vi.waitFor(() => expect(stored().toString()).toBe('slow'), { timeout: 20_000 })
    expect(await pool.wait()).toBe(taken)
  })

  it('reports a failed write, while waiting for space and at the end', async () => {
    const { buffered } = bufferedFor(20)
    buffered.push(Buffer.alloc(200, 1))
    await expect(buffered.room()).rejects.toThrow('full')
    await expect(buffered.drain()).rejects.toThrow('full')
  })
})
