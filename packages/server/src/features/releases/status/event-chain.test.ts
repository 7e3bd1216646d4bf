import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainEvents, eventDigest, type NewEvent } from './event-chain.ts'

const event = (type: NewEvent['type'], data: Record<string, unknown> = {}): NewEvent => ({
  type,
  revision: 1,
  from: null,
  to: null,
  actor: { type: 'system', id: null, name: null },
  reason: null,
  data,
})
const make = () => {
  let count = 0
  return { id: () => `evt_${++count}` as const, at: '2026-05-01T00:00:00.000Z' }
}

describe('chainEvents', () => {
  it('digests the documented text', () => {
    const [first] = chainEvents([event('release.created')], null, make())
    const text =
      '{"actor":{"id":null,"name":null,"type":"system"},"at":"2026-05-01T00:00:00.000Z","data":{},"from":null,' +
      '"id":"evt_1","previousSha256":null,"reason":null,"revision":1,"to":null,"type":"release.created"}'
    expect(first?.sha256).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('links every event to the one before it, and the first to what was there', () => {
    const head = Buffer.alloc(32, 7)
    const events = chainEvents(
      [event('release.created'), event('release.updated'), event('release.submitted')],
      head,
      make(),
    )
    expect(events.map(({ previousSha256 }) => previousSha256)).toEqual([
      head.toString('hex'),
      events[0]?.sha256,
      events[1]?.sha256,
    ])
  })

  it('gives the events of one moment ids in their order', () => {
    const random = ['evt_7', 'evt_1', 'evt_4'] as const
    let count = 0
    const id = () => random[count++] ?? 'evt_9'
    const events = [event('release.submitted'), event('release.approved'), event('release.delivery_started')]
    const chained = chainEvents(events, null, { ...make(), id })
    expect(chained.map(({ id, type }) => [id, type])).toEqual([
      ['evt_1', 'release.submitted'],
      ['evt_4', 'release.approved'],
      ['evt_7', 'release.delivery_started'],
    ])
  })

  it("breaks with every change of an event's content", () => {
    const [chained] = chainEvents([event('release.created', { outletId: 'site-a' })], null, make())
    if (!chained) throw new Error('no event')
    const { sha256, ...said } = chained
    for (const changed of [
      { ...said, type: 'release.deleted' as const },
      { ...said, reason: '' },
      { ...said, revision: 2 },
      { ...said, data: { outletId: 'site-b' } },
      { ...said, previousSha256: sha256 },
    ])
      expect(eventDigest(changed).toString('hex')).not.toBe(sha256)
  })

  it('is the same after a database stored the JSON', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
        const [chained] = chainEvents([event('release.created', data)], null, make())
        if (!chained) throw new Error('no event')
        const { sha256, ...said } = JSON.parse(JSON.stringify(chained)) as typeof chained
        expect(eventDigest(said).toString('hex')).toBe(sha256)
      }),
    ))
})
