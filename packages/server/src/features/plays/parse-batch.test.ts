import { describe, expect, it } from 'vitest'
import { notJson, parseNdjsonBatch } from './parse-batch.ts'

describe('parseNdjsonBatch', () => {
  it('takes each line by itself, skips blank ones, and marks what is no JSON', () => {
    expect(parseNdjsonBatch(Buffer.from('{"id":"a"}\n\n  \r\nno\n[1]'))).toEqual([{ id: 'a' }, notJson, [1]])
  })

  it('refuses too many lines without looking into them', () => {
    const parse = JSON.parse
    let parsed = 0
    JSON.parse = (text: string): unknown => {
      parsed += 1
      return parse(text)
    }
    try {
      expect(() => parseNdjsonBatch(Buffer.from('x\n'.repeat(10_001)))).toThrow('at most 10000 events')
    } finally {
      JSON.parse = parse
    }
    expect(parsed).toBe(0)
  })
})
