import { describe, expect, it } from 'vitest'
import { formatEventId, parseEventId } from './event-id.ts'

describe('the id of an event', () => {
  it.each(['10:20:10,12,19', '10:20:', '10:10:'])('brings the snapshot %s there and back', (snapshot) => {
    const id = formatEventId(1_700_000_000_999, snapshot)
    expect(id).toBe(`1700000000.${snapshot}`)
    expect(parseEventId(id ?? '')).toEqual({ atMs: 1_700_000_000_000, snapshot })
  })

  it.each([
    '',
    '1',
    '1.1',
    '1.20:10:',
    '1.10:20:19,12',
    '1.10:20:5',
    '1.10:20:21',
    '1.0:20:',
    '1.10:9223372036854775808:',
    "1.1:2:'",
  ])('is not %j, which the database would refuse', (text) => {
    expect(parseEventId(text)).toBeUndefined()
  })

  it('is left out where it would fit no header', () => {
    expect(formatEventId(0, `1:${'9'.repeat(3_000)}:`)).toBeUndefined()
  })
})
