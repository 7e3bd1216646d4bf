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
const release = (status: string, ...deliveries: readonly string[]) =>
  ({ status, deliveries: at(...deliveries), releaseDate: '2027-03-05' }) as never

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
  it.each([
    [{ releaseDate: '2027-03-05' }, 'goes live 2027-03-05'],
    [{ releaseDate: '2027-03-05', timeZone: 'Asia/Tokyo' }, 'goes live 2027-03-05 (Asia/Tokyo)'],
    [
      { releaseDate: '2027-03-05', releaseTime: '18:00', timeZone: 'Asia/Tokyo' },
      'goes live 2027-03-05 18:00 (Asia/Tokyo)',
    ],
    [
      { releaseDate: '2027-03-05', releaseTime: '18:00' },
      'goes live 2027-03-05 18:00 in the local time of each territory',
    ],
    [{ releaseDate: null }, undefined],
  ])('of %j is %j', (release, words) => {
    expect(describeStart(release as never)).toBe(words)
  })
})

describe('describeArrival', () => {
  it.each([
    [release('live', 'live', 'live'), 'Live at 2 of 2 outlets'],
    [release('live', 'live', 'refused'), 'Live at 1 of 2 outlets'],
    [release('scheduled', 'ingested', 'ingested'), 'Delivered to 2 of 2 outlets; goes live 2027-03-05'],
    [release('scheduled', 'ingested'), 'Delivered to 1 of 1 outlet; goes live 2027-03-05'],
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
