import { describe, expect, it } from 'vitest'
import type { Outlet } from '../../outlets/index.ts'
import type { DeliveryRecord } from './delivery-queries.ts'
import { planDeliveries, redeliver, step, takeDown } from './plan-deliveries.ts'

const at = new Date('2026-05-01T00:00:00.000Z')
const outlet = (id: string): Outlet => ({ id, name: id, kind: 'property' })
const delivery = (outletId: string, more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id: `dlv_${outletId}`,
  releaseId: 'rel_1',
  outletId,
  outletKind: 'property',
  status: 'queued',
  revision: 1,
  wantedRevision: 1,
  liveRevision: null,
  round: 0,
  offeredRound: null,
  attempts: 2,
  nextAttemptAt: null,
  leasedUntil: null,
  isHeld: false,
  reason: { code: 'x', message: 'y' },
  liveAt: null,
  createdAt: at,
  updatedAt: at,
  ...more,
})
const live = { status: 'live', liveRevision: 1, liveAt: at, offeredRound: 0 } as const

const plan = (existing: DeliveryRecord[], targets: string[], isReinstated = false, named?: string[]) =>
  planDeliveries(
    { releaseId: 'rel_1', revision: 2, existing, targets: targets.map(outlet), named, isReinstated },
    { id: () => 'dlv_new', at },
  ).map(({ outletId, status, revision, wantedRevision, attempts }) => ({
    outletId,
    status,
    revision,
    wantedRevision,
    attempts,
  }))

describe('planDeliveries', () => {
  it('makes a delivery for an outlet that has none', () =>
    expect(plan([], ['a'])).toEqual([{ outletId: 'a', status: 'queued', revision: 2, wantedRevision: 2, attempts: 0 }]))

  it.each([
    ['live', live],
    ['ingested', { status: 'ingested' }],
    ['failed', { status: 'failed' }],
    ['refused', { status: 'refused' }],
  ] as const)('begins again where the older revision is %s', (_, state) =>
    expect(plan([delivery('a', state)], ['a'])).toEqual([
      { outletId: 'a', status: 'queued', revision: 2, wantedRevision: 2, attempts: 0 },
    ]),
  )

  it.each(['packaging', 'sending', 'sent', 'acknowledged'] as const)('lets one that is %s end first', (status) =>
    expect(plan([delivery('a', { status })], ['a'])).toEqual([
      { outletId: 'a', status, revision: 1, wantedRevision: 2, attempts: 2 },
    ]),
  )

  it('leaves alone what has the revision already', () =>
    expect(plan([delivery('a', { ...live, revision: 2, wantedRevision: 2 })], ['a'])).toEqual([]))

  it('does not restore a takedown at one outlet, unless the whole release is restored', () => {
    const down = delivery('a', { status: 'taken_down' })
    expect(plan([down], ['a'])).toEqual([])
    expect(plan([down], ['a'], true)).toMatchObject([{ status: 'queued', revision: 2 }])
  })

  it('takes a release down at an outlet that is no longer named', () =>
    expect(plan([delivery('a', live), delivery('b', { status: 'taken_down' })], [], false, ['c'])).toMatchObject([
      { outletId: 'a', status: 'takedown_queued' },
    ]))

  it('leaves alone what an outlet has that the configuration lacks', () => {
    expect(plan([delivery('a', live)], [])).toEqual([])
    expect(plan([delivery('a', live)], [], false, ['a'])).toEqual([])
  })
})

describe('takeDown', () => {
  it.each([
    ['queued, never offered', { status: 'queued' }, 'taken_down'],
    ['queued again after a takedown', { status: 'queued', round: 5 }, 'taken_down'],
    ['refused', { status: 'refused', offeredRound: 0 }, 'takedown_queued'],
    ['queued with an update, not live yet', { status: 'queued', round: 1, offeredRound: 0 }, 'takedown_queued'],
    ['refused an update, not live yet', { status: 'refused', round: 1, offeredRound: 1 }, 'takedown_queued'],
    ['failed', { status: 'failed', offeredRound: 0 }, 'takedown_queued'],
    ['sending', { status: 'sending', offeredRound: 0 }, 'takedown_queued'],
    ['live', live, 'takedown_queued'],
  ] as const)('%s: %s', (_, state, status) =>
    expect(takeDown(delivery('a', state))).toMatchObject({ status, attempts: 0, reason: null, wantedRevision: 1 }),
  )
})

describe('redeliver and step', () => {
  it('take the wanted revision', () =>
    expect(redeliver(delivery('a', { status: 'failed', wantedRevision: 3 }))).toMatchObject({
      status: 'queued',
      revision: 3,
      attempts: 0,
    }))

  it('begin another round, so that an outlet gets another message', () => {
    expect(redeliver(delivery('a', { status: 'failed', round: 3 })).round).toBe(4)
    expect(takeDown(delivery('a', { ...live, round: 3 })).round).toBe(4)
  })

  it('refuse a step that is not in the table', () =>
    expect(() => step(delivery('a'), 'go_live')).toThrow('A delivery that is queued does not go_live'))
})
