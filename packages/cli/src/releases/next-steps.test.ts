import { describe, expect, it } from 'vitest'
import {
  describeArrival,
  describeStart,
  findNextStep,
  hasReached,
  isDelivered,
  listWaitingOutlets,
} from './next-steps.ts'

const at = (...statuses: readonly string[]) =>
  statuses.map((status, index) => ({ outlet: { name: `Outlet ${index + 1}` }, status })) as never
// Past, so that the words do not depend on today.
const past = { at: '2026-03-05T00:00:00.000Z', localTime: '2026-03-05T00:00', timeZone: 'UTC' }
const release = (status: string, ...deliveries: readonly string[]) =>
  ({ status, deliveries: at(...deliveries), goesLive: past }) as never

describe('isDelivered', () => {
  it.each([
    ['live', true],
    ['scheduled', true],
    ['delivering', false],
    ['draft', false],
    ['taken_down', false],
  ])('of %s is %j', (status, expected) => {
    expect(isDelivered(release(status))).toBe(expected)
  })
})

describe('hasReached', () => {
  it.each([
    ['live', 'live', true],
    ['scheduled', 'live', false],
    ['scheduled', 'delivered', true],
    ['live', 'delivered', true],
    ['delivering', 'delivered', false],
    ['taken_down', 'taken_down', true],
    ['live', 'taken_down', false],
  ] as const)('%s is where somebody waits for %s: %j', (status, target, expected) => {
    expect(hasReached(release(status), target)).toBe(expected)
  })
})

describe('findNextStep', () => {
  it.each([
    ['draft', 'delivered', 'Submit it with `spindle releases submit`.'],
    ['changes_requested', 'delivered', 'Make the requested changes, then submit it again.'],
    ['live', 'taken_down', 'Take it down with `spindle releases takedown`.'],
    ['live', 'takedown_pending', 'Take it down with `spindle releases takedown`.'],
    ['live', 'approved', 'It has already passed that status.'],
    ['taken_down', 'live', 'Submit it again to deliver it again.'],
    ['delivering', 'live', undefined],
    ['scheduled', 'live', undefined],
    ['in_review', 'delivered', undefined],
  ] as const)('of %s, waiting for %s, is %j', (status, target, step) => {
    expect(findNextStep(status, target)).toBe(step)
  })
})

describe('describeStart', () => {
  const now = Date.parse('2027-03-01T00:00:00Z')
  it.each([
    ['2027-03-05T00:00:00.000Z', '2027-03-05T00:00', 'UTC', 'goes live 2027-03-05 00:00 UTC, in 4 d'],
    [
      '2027-03-04T15:00:00.000Z',
      '2027-03-05T00:00',
      'Asia/Tokyo',
      'goes live 2027-03-05 00:00 Asia/Tokyo (2027-03-04 15:00 UTC), in 3 d 15 h',
    ],
    [
      '2027-03-01T18:05:00.000Z',
      '2027-03-01T18:05',
      null,
      'goes live 2027-03-01 18:05, the local time of each territory, in 18 h 5 min',
    ],
    ['2027-02-28T00:00:00.000Z', '2027-02-28T00:00', 'UTC', 'goes live 2027-02-28 00:00 UTC'],
  ])('at %s is the moment and the wait', (at, localTime, timeZone, words) => {
    expect(describeStart({ goesLive: { at, localTime, timeZone } }, now)).toBe(words)
  })

  it('is nothing without a moment', () => {
    expect(describeStart({ goesLive: null }, now)).toBeUndefined()
    expect(describeStart({}, now)).toBeUndefined()
  })
})

describe('describeArrival', () => {
  it.each([
    [release('live', 'live', 'live'), 'Live at 2 of 2 outlets'],
    [release('live', 'live', 'refused'), 'Live at 1 of 2 outlets'],
    [release('scheduled', 'ingested', 'ingested'), 'Delivered to 2 of 2 outlets; goes live 2026-03-05 00:00 UTC'],
    [release('scheduled', 'ingested'), 'Delivered to 1 of 1 outlet; goes live 2026-03-05 00:00 UTC'],
    [{ status: 'scheduled', deliveries: at('ingested') } as never, 'Delivered to 1 of 1 outlet'],
  ])('says where it has arrived, and when it goes live', (one, words) => {
    expect(describeArrival(one)).toBe(words)
  })
})

describe('listWaitingOutlets', () => {
  it('names outlets that have not answered, not those that refused', () => {
    expect(
      listWaitingOutlets(release('live', 'live', 'takedown_queued', 'refused', 'failed', 'ingested', 'sending')),
    ).toEqual(['Outlet 2 (takedown queued)', 'Outlet 6 (sending)'])
    expect(listWaitingOutlets(release('delivering', 'sending'))).toEqual([])
  })
})
