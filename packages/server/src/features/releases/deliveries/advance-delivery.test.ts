import { describe, expect, it } from 'vitest'
import { applyOutcome, type DeliveryContext, nextStep } from './advance-delivery.ts'
import type { DeliveryRecord } from './delivery-queries.ts'

const at = new Date('2026-05-01T00:00:00.000Z')
const in1s = new Date('2026-05-01T00:00:01.000Z')
const ago = new Date('2026-04-30T23:59:59.000Z')
const tracks = [1, 2].map((place) => ({
  id: `trk_${place}` as const,
  title: `T${place}`,
  uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' as const,
  disc: 1,
  number: place,
}))
const context = (more: Partial<DeliveryContext> = {}): DeliveryContext => ({
  at,
  retry: { maxAttempts: 3, firstPauseMs: 1_000, maxPauseMs: 60_000, timeoutMs: 10_000 },
  revision: { document: { title: 'R', type: 'ep' }, tracks, availableAt: ago },
  tracks: [],
  liveOn: 'ack',
  ...more,
})
const waiting = { revision: { document: { title: 'R', type: 'ep' }, tracks, availableAt: in1s } } as const
const delivery = (more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id: 'dlv_1',
  releaseId: 'rel_1',
  outletId: 'a',
  outletKind: 'sandbox',
  status: 'queued',
  revision: 1,
  wantedRevision: 1,
  liveRevision: null,
  round: 0,
  offeredRound: null,
  attempts: 0,
  nextAttemptAt: null,
  leasedUntil: null,
  isHeld: false,
  reason: null,
  liveAt: null,
  createdAt: at,
  updatedAt: at,
  ...more,
})
const sending = (more: Partial<DeliveryRecord> = {}) => delivery({ status: 'sending', attempts: 1, ...more })
const accepted = { result: 'accepted', refusedTracks: [] } as const
const refusedTrack = (place: number) => ({ trackId: `trk_${place}`, code: 'resource_corrupt', message: 'Broken.' })

describe('resume', () => {
  it('sends what is queued, under a lease longer than the attempt', () =>
    expect(nextStep(delivery(), context())).toMatchObject({
      delivery: {
        status: 'sending',
        attempts: 1,
        offeredRound: 0,
        leasedUntil: new Date('2026-05-01T00:00:15.000Z'),
      },
      tracks: [
        { trackId: 'trk_1', position: 1, status: 'queued', offered: null },
        { trackId: 'trk_2', position: 2 },
      ],
      call: 'deliver',
    }))

  it('waits for the pause, the lease and the release date', () => {
    for (const waits of [
      { status: 'failed', nextAttemptAt: in1s },
      { status: 'sending', leasedUntil: in1s },
      { status: 'takedown_sent', leasedUntil: in1s },
      { status: 'takedown_queued', nextAttemptAt: in1s },
    ] as const)
      expect(nextStep(delivery(waits), context())).toEqual({ delivery: delivery(waits), events: [], runAt: in1s })
    expect(nextStep(delivery({ status: 'ingested' }), context(waiting))).toMatchObject({ runAt: in1s, events: [] })
  })

  it('tries again after the pause, and counts a lost attempt as failed', () => {
    expect(nextStep(delivery({ status: 'failed', attempts: 1, nextAttemptAt: ago }), context())).toMatchObject({
      delivery: { status: 'sending', attempts: 2, nextAttemptAt: null },
      call: 'deliver',
    })
    expect(nextStep(sending({ leasedUntil: ago }), context())).toMatchObject({
      delivery: { status: 'failed', attempts: 1, nextAttemptAt: in1s, reason: { code: 'attempt_lost' } },
      events: [{ type: 'delivery.failed', reason: { code: 'attempt_lost' } }],
      runAt: in1s,
    })
  })

  it('goes live on the day', () =>
    expect(nextStep(delivery({ status: 'ingested' }), context())).toMatchObject({
      delivery: { status: 'live', liveAt: at, liveRevision: 1 },
      events: [{ type: 'delivery.live' }],
    }))

  it('sends takedowns to outlets, again if the answer was lost', () => {
    for (const state of [{ status: 'takedown_queued' }, { status: 'takedown_sent', leasedUntil: ago }] as const)
      expect(nextStep(delivery(state), context())).toMatchObject({
        delivery: { status: 'takedown_sent', attempts: 1 },
        call: 'takedown',
      })
  })

  it.each(['live', 'refused', 'taken_down', 'failed'] as const)('has nothing to do for what is %s for good', (status) =>
    expect(nextStep(delivery({ status }), context())).toBeUndefined(),
  )
})

describe('hear', () => {
  it('makes an accepted release live immediately, or leaves it to its day', () => {
    expect(applyOutcome(sending(), 1, accepted, context())).toMatchObject({
      delivery: { status: 'live', liveRevision: 1, leasedUntil: null },
      events: [{ type: 'delivery.sent' }, { type: 'delivery.acknowledged' }, { type: 'delivery.live' }],
    })
    expect(applyOutcome(sending(), 1, accepted, context(waiting))).toMatchObject({
      delivery: { status: 'ingested', liveAt: null },
      runAt: in1s,
      events: [{ type: 'delivery.sent' }, { type: 'delivery.acknowledged' }],
    })
  })

  it('offers the tracks that were taken, and no more those that are gone', () => {
    const gone = {
      trackId: 'trk_0',
      position: 1,
      status: 'live',
      finding: null,
      offered: { title: 'Old' },
      uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYA',
    } as const
    const heard = applyOutcome(
      sending(),
      1,
      { result: 'accepted', refusedTracks: [refusedTrack(2)] },
      context({ tracks: [gone] }),
    )
    expect(heard?.tracks).toMatchObject([
      { trackId: 'trk_1', status: 'live', offered: { title: 'T1' }, uploadId: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
      {
        trackId: 'trk_2',
        status: 'refused',
        offered: null,
        finding: { code: 'resource_corrupt', pointer: '/tracks/1' },
      },
      { trackId: 'trk_0', status: 'taken_down', offered: null, uploadId: null },
    ])
  })

  it('counts a release without any track as refused', () =>
    expect(
      applyOutcome(sending(), 1, { result: 'accepted', refusedTracks: [refusedTrack(1), refusedTrack(2)] }, context()),
    ).toMatchObject({ delivery: { status: 'refused', reason: { code: 'resource_corrupt' } } }))

  it('doubles the pause with each failure, and stops at the last', () => {
    const failed = { result: 'failed', code: 'outlet_timeout', message: 'No answer.' } as const
    const after = (attempts: number) =>
      applyOutcome(sending({ attempts }), attempts, failed, context())?.delivery.nextAttemptAt
    expect([after(1), after(2), after(3)]).toEqual([in1s, new Date('2026-05-01T00:00:02.000Z'), null])
  })

  it('ignores an answer to an attempt that is over', () => {
    expect(applyOutcome(sending({ attempts: 2 }), 1, accepted, context())).toBeUndefined()
    expect(applyOutcome(delivery({ status: 'takedown_queued', attempts: 1 }), 1, accepted, context())).toBeUndefined()
    expect(
      applyOutcome(delivery({ status: 'takedown_sent', attempts: 1 }), 1, accepted, context())?.delivery.status,
    ).toBe('takedown_queued')
  })

  it.each([
    accepted,
    { result: 'refused', code: 'x', message: 'y' },
    { result: 'failed', code: 'x', message: 'y' },
  ] as const)('begins again at once when a newer revision was submitted meanwhile: %j', (outcome) =>
    expect(applyOutcome(sending({ wantedRevision: 2 }), 1, outcome, context())).toMatchObject({
      delivery: { status: 'queued', revision: 2, attempts: 0 },
      runAt: at,
    }),
  )

  it('never gives a takedown up', () => {
    const down = delivery({ status: 'takedown_sent', attempts: 50, liveAt: at, liveRevision: 1 })
    expect(applyOutcome(down, 50, { result: 'failed', code: 'x', message: 'y' }, context())).toMatchObject({
      delivery: { status: 'takedown_queued', nextAttemptAt: new Date('2026-05-01T00:01:00.000Z') },
    })
    expect(applyOutcome(down, 50, { result: 'down' }, context())).toMatchObject({
      delivery: { status: 'taken_down', liveAt: null, liveRevision: null },
      events: [{ type: 'delivery.taken_down' }],
    })
  })
})

describe('an outlet that answers later', () => {
  const later = { result: 'sent', askAgainMs: 1_000 } as const
  const sent = (more: Partial<DeliveryRecord> = {}) => sending({ status: 'sent', nextAttemptAt: in1s, ...more })

  it('is polled by the same attempt, until it answers', () => {
    expect(applyOutcome(sending(), 1, later, context())).toMatchObject({
      delivery: { status: 'sent', attempts: 1, nextAttemptAt: in1s, leasedUntil: null },
      events: [{ type: 'delivery.sent' }],
      runAt: in1s,
    })
    expect(nextStep(sent(), context())).toMatchObject({ delivery: { status: 'sent' }, runAt: in1s })
    expect(nextStep(sent({ nextAttemptAt: ago }), context())).toMatchObject({
      delivery: { status: 'sent', attempts: 1, nextAttemptAt: null, leasedUntil: new Date('2026-05-01T00:00:15.000Z') },
      events: [],
      call: 'deliver',
    })
    expect(applyOutcome(sent(), 1, later, context())).toMatchObject({ delivery: { status: 'sent' }, events: [] })
    expect(applyOutcome(sent(), 1, accepted, context())).toMatchObject({
      delivery: { status: 'live' },
      events: [{ type: 'delivery.acknowledged' }, { type: 'delivery.live' }],
    })
  })

  it('is sent the same in another message when files are missing there', () => {
    const missing = { result: 'refused', code: 'resource_missing', message: 'No T1.', wantsFiles: true } as const
    const reason = { code: 'resource_missing', message: 'No T1.' }
    for (const before of [sent(), sending()])
      expect(applyOutcome(before, 1, missing, context())).toEqual({
        delivery: delivery({ status: 'failed', attempts: 1, round: 1, nextAttemptAt: in1s, reason }),
        events: [{ type: 'delivery.failed', reason }],
        runAt: in1s,
      })
    expect(applyOutcome(sent({ wantedRevision: 2 }), 1, missing, context())).toMatchObject({
      delivery: { status: 'queued', revision: 2, round: 2 },
      runAt: at,
    })
  })

  it('is asked again when asking failed, or was cut', () => {
    const failed = { result: 'failed', code: 'x', message: 'y' } as const
    expect(applyOutcome(sent(), 1, failed, context())).toMatchObject({
      delivery: { status: 'sent', nextAttemptAt: new Date('2026-05-01T00:00:04.000Z') },
      events: [],
    })
    expect(nextStep(sent({ nextAttemptAt: null, leasedUntil: ago }), context())).toMatchObject({ call: 'deliver' })
  })

  it('does not keep a newer revision waiting', () =>
    expect(applyOutcome(sent({ wantedRevision: 2 }), 1, later, context())).toMatchObject({
      delivery: { status: 'queued', revision: 2, round: 1, attempts: 0 },
      runAt: at,
    }))

  it('confirms a takedown later, and is not sent it twice', () => {
    const down = sending({ status: 'takedown_sent' })
    expect(applyOutcome(down, 1, later, context())).toMatchObject({
      delivery: { status: 'takedown_sent', nextAttemptAt: in1s },
      runAt: in1s,
      events: [],
    })
    expect(nextStep({ ...down, nextAttemptAt: ago }, context())).toMatchObject({
      delivery: { status: 'takedown_sent', attempts: 1 },
      events: [],
      call: 'takedown',
    })
  })
})

describe('an outlet that does not go live automatically', () => {
  it.each(['manual', 'never'] as const)('keeps what it accepted until a person confirms it: %s', (liveOn) => {
    const taken = applyOutcome(sending(), 1, accepted, context({ liveOn }))
    expect(taken).toMatchObject({ delivery: { status: 'ingested', liveAt: null } })
    expect(taken).not.toHaveProperty('runAt')
    expect(nextStep(delivery({ status: 'ingested' }), context({ liveOn }))).toBeUndefined()
  })

  it.each([
    ['manual', 'live'],
    ['never', 'ingested'],
  ] as const)('hears the word of the store where it is %s', (liveOn, status) => {
    const said = applyOutcome(sending(), 1, { ...accepted, isLive: true }, context({ liveOn, ...waiting }))
    expect(said).toMatchObject({ delivery: { status } })
  })

  it('waits for the date whatever the store answers, if its acknowledgement counts', () =>
    expect(applyOutcome(sending(), 1, { ...accepted, isLive: true }, context(waiting))).toMatchObject({
      delivery: { status: 'ingested' },
      runAt: in1s,
    }))

  it('has an update live as soon as it took it', () =>
    expect(applyOutcome(sending({ liveAt: ago }), 1, accepted, context({ liveOn: 'manual' }))).toMatchObject({
      delivery: { status: 'live', liveAt: ago },
    }))
})
