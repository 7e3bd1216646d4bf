import { describe, expect, it } from 'vitest'
import { requestStream } from './request-stream.ts'

async function* chunks(count: number, pauseMs: number) {
  for (let index = 0; index < count; index++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    yield new Uint8Array([index])
  }
}

describe('a body that is streamed', () => {
  it('reads no more than is taken, and reports how much that was', async () => {
    let taken = 0
    const { stream } = requestStream(chunks(5, 0), { maxMs: 60_000, copies: false }, (count) => {
      taken += count
    })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    expect(taken).toBe(2)
    await reader.cancel()
    expect(taken).toBe(2)
  })

  it('ends when its time is over, with at least one chunk', async () => {
    const bytes = await new Response(
      requestStream(chunks(1_000, 5), { maxMs: 60, copies: false }, () => {}).stream,
    ).arrayBuffer()
    expect(bytes.byteLength).toBeGreaterThan(0)
    expect(bytes.byteLength).toBeLessThan(100)
    const late = await new Response(
      requestStream(chunks(3, 50), { maxMs: 0, copies: false }, () => {}).stream,
    ).arrayBuffer()
    expect(late.byteLength).toBe(1)
  })

  it('is a copy where the taker may keep it', async () => {
    async function* reusing() {
      const memory = Buffer.alloc(1)
      for (memory[0] = 1; memory[0] <= 3; memory[0]++) yield memory
    }
    const bytesOf = async (copies: boolean): Promise<number[]> => {
      const kept: Uint8Array[] = []
      const reader = requestStream(reusing(), { maxMs: 60_000, copies }, () => {}).stream.getReader()
      for (let taken = await reader.read(); !taken.done; taken = await reader.read()) kept.push(taken.value)
      return kept.map(([byte = 0]) => byte)
    }
    expect(await bytesOf(true)).toEqual([1, 2, 3])
    expect(await bytesOf(false)).toEqual([4, 4, 4])
  })

  it('keeps what reading failed with', async () => {
    const reason = new Error('the disk failed')
    async function* failing() {
      yield new Uint8Array([1])
      throw reason
    }
    const body = requestStream(failing(), { maxMs: 60_000, copies: false }, () => {})
    await expect(new Response(body.stream).arrayBuffer()).rejects.toThrow()
    expect(body.failure?.error).toBe(reason)
  })
})
