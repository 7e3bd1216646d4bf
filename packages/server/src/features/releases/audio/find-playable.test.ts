import { describe, expect, it } from 'vitest'
import { findPlayableSince, type OutletEvent } from './find-playable.ts'

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number))
const event = (
  type: OutletEvent['type'],
  at: number,
  {
    revision = 1,
    availableAt = 5,
    outletId = 'shop',
  }: { revision?: number; availableAt?: number | null; outletId?: string } = {},
): OutletEvent => ({
  type,
  at: day(at),
  outletId,
  revision,
  availableAt: availableAt === null ? null : day(availableAt),
})

describe('findPlayableSince', () => {
  it.each<[string, OutletEvent[], number | null, number, { at: Date; outletId: string | null } | undefined]>([
    ['nothing was sent and the date has not come', [], 5, 4, undefined],
    ['nothing was sent and the date has come', [], 5, 5, { at: day(5), outletId: null }],
    ['a release without a date', [], null, 4, { at: day(4), outletId: null }],
    ['accepted before the date', [event('delivery.sent', 1), event('delivery.acknowledged', 1)], 5, 4, undefined],
    ['accepted, and the date has come', [event('delivery.acknowledged', 1)], 5, 5, { at: day(5), outletId: null }],
    ['an outlet was live early', [event('delivery.live', 2)], 5, 4, { at: day(2), outletId: 'shop' }],
    [
      'an outlet was live, then it was taken down',
      [event('delivery.live', 2), event('delivery.taken_down', 3)],
      5,
      4,
      { at: day(2), outletId: 'shop' },
    ],
    [
      'postponed in time',
      [event('delivery.acknowledged', 1), event('delivery.acknowledged', 3, { revision: 2, availableAt: 20 })],
      20,
      10,
      undefined,
    ],
    [
      'postponed after the date',
      [event('delivery.acknowledged', 1), event('delivery.acknowledged', 6, { revision: 2, availableAt: 20 })],
      20,
      10,
      { at: day(5), outletId: null },
    ],
    [
      'postponed, but the outlet did not answer',
      [event('delivery.acknowledged', 1), event('delivery.sent', 3, { revision: 2, availableAt: 20 })],
      20,
      10,
      { at: day(5), outletId: null },
    ],
    [
      'postponed in time at one of two outlets',
      [
        event('delivery.acknowledged', 1),
        event('delivery.acknowledged', 1, { outletId: 'slow' }),
        event('delivery.acknowledged', 3, { revision: 2, availableAt: 20 }),
      ],
      20,
      10,
      { at: day(5), outletId: null },
    ],
    [
      'taken down before the date, then delivered with a later one',
      [event('delivery.acknowledged', 1), event('delivery.taken_down', 3)],
      20,
      10,
      undefined,
    ],
    [
      'an attempt failed, so the outlet may have it',
      [event('delivery.failed', 1)],
      20,
      10,
      { at: day(5), outletId: null },
    ],
    ['sent without a date', [event('delivery.sent', 1, { availableAt: null })], 20, 10, { at: day(1), outletId: null }],
  ])('%s', (_, events, availableAt, now, since) =>
    expect(
      findPlayableSince(events, { availableAt: availableAt === null ? null : day(availableAt) }, day(now)),
    ).toEqual(since),
  )
})
