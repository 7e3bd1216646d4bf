import { describe, expect, it } from 'vitest'
import { deriveIdempotencyKey } from './derive-idempotency-key.ts'

describe('deriveIdempotencyKey', () => {
  it('is the same for the same members in another order, and fits into a header', () => {
    const key = deriveIdempotencyKey('create_draft', { title: 'Ä', tracks: [{ a: 1, b: 2 }] })
    expect(key).toBe(deriveIdempotencyKey('create_draft', { tracks: [{ b: 2, a: 1 }], title: 'Ä' }))
    expect(key).toMatch(/^mcp-create_draft-[0-9a-f]{64}$/)
  })

  it('is another for another order of tracks, another value, another tool', () => {
    const keys = [
      deriveIdempotencyKey('create_draft', { tracks: ['a', 'b'] }),
      deriveIdempotencyKey('create_draft', { tracks: ['b', 'a'] }),
      deriveIdempotencyKey('create_draft', { tracks: ['a', 'b'], title: 'x' }),
      deriveIdempotencyKey('create_upload', { tracks: ['a', 'b'] }),
    ]
    expect(new Set(keys).size).toBe(4)
  })
})
