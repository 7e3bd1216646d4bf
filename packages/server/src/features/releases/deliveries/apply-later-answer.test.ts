import { describe, expect, it } from 'vitest'
import type { DeliveryContext } from './advance-delivery.ts'
import { applyLaterAnswer, isStillAsked } from './apply-later-answer.ts'
import type { DeliveryRecord } from './delivery-queries.ts'

const at = new Date('2026-05-01T00:00:00.000Z')
const liveAt = new Date('2026-04-01T00:00:00.000Z')
const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const row = {
  trackId: 'trk_1',
  position: 1,
  status: 'live',
  finding: null,
  offered: { title: 'T1' },
  uploadId,
} as const
const context = (more: Partial<DeliveryContext> = {}): DeliveryContext => ({
  at,
  retry: { maxAttempts: 3, firstPauseMs: 1_000, maxPauseMs: 60_000, timeoutMs: 10_000 },
  revision: {
    document: { title: 'R', type: 'ep' },
    tracks: [{ id: 'trk_1', title: 'T1', uploadId, disc: 1, number: 1 }],
    availableAt: at,
  },
  tracks: [row],
  liveOn: 'ack',
  ...more,
})
const delivery = (more: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id: 'dlv_1',
  releaseId: 'rel_1',
  outletId: 'a',
  outletKind: 'folder',
  status: 'live',
  revision: 2,
  wantedRevision: 2,
  liveRevision: 2,
  round: 4,
  offeredRound: null,
  attempts: 1,
  nextAttemptAt: null,
  leasedUntil: null,
  isHeld: false,
  reason: null,
  liveAt,
  createdAt: at,
  updatedAt: at,
  ...more,
})
const reason = { code: 'resource_corrupt', message: 'Track 1 is broken.' }
const refused = { result: 'refused', ...reason } as const
const accepted = { result: 'accepted', refusedTracks: [] } as const
const toOffer = { round: 4, purpose: 'offer', outcome: refused, revisionBefore: null } as const
const toTakedown = { ...toOffer, purpose: 'takedown' } as const

describe('a later refusal of an offer', () => {
  it.each(['live', 'ingested'] as const)('refuses a delivery that is %s, and the outlet offers nothing', (status) =>
    expect(applyLaterAnswer(delivery({ status }), toOffer, context())).toEqual({
      delivery: delivery({ status: 'refused', reason, liveAt: null, liveRevision: null }),
      tracks: [{ ...row, status: 'queued', offered: null, uploadId: null }],
      events: [{ type: 'delivery.refused', reason }],
    }),
  )

  it('leaves what the outlet had before', () =>
    expect(applyLaterAnswer(delivery(), { ...toOffer, revisionBefore: 1 }, context())).toEqual({
      delivery: delivery({ status: 'refused', reason, liveAt, liveRevision: 1 }),
      events: [{ type: 'delivery.refused', reason }],
    }))

  it('sends the same revision again if files are missing, and nothing is offered meanwhile', () => {
    const answer = { ...toOffer, outcome: { ...refused, wantsFiles: true } }
    const nextAttemptAt = new Date('2026-05-01T00:00:01.000Z')
    expect(applyLaterAnswer(delivery(), answer, context())).toEqual({
      delivery: delivery({ status: 'failed', round: 5, reason, nextAttemptAt, liveAt: null, liveRevision: null }),
      tracks: [{ ...row, status: 'queued', offered: null, uploadId: null }],
      events: [{ type: 'delivery.failed', reason }],
      runAt: nextAttemptAt,
    })
    expect(applyLaterAnswer(delivery(), { ...answer, revisionBefore: 1 }, context())).toMatchObject({
      delivery: { status: 'failed', round: 5, liveAt, liveRevision: 1 },
    })
  })

  it.each(['queued', 'sent', 'failed', 'refused', 'takedown_queued', 'takedown_sent', 'taken_down'] as const)(
    'changes nothing of a delivery that is %s',
    (status) => expect(applyLaterAnswer(delivery({ status }), toOffer, context())).toBeUndefined(),
  )

  it('changes nothing after a newer message', () =>
    expect(applyLaterAnswer(delivery({ round: 5 }), toOffer, context())).toBeUndefined())
})

describe('a later refusal of a takedown', () => {
  it('sends a new message to the outlet', () =>
    expect(applyLaterAnswer(delivery({ status: 'taken_down', liveAt: null }), toTakedown, context())).toMatchObject({
      delivery: {
        status: 'takedown_queued',
        round: 5,
        offeredRound: 4,
        reason,
        nextAttemptAt: new Date('2026-05-01T00:00:01.000Z'),
      },
      events: [{ type: 'delivery.takedown_failed', reason }],
      runAt: new Date('2026-05-01T00:00:01.000Z'),
    }))

  it('changes nothing of what is offered again', () =>
    expect(applyLaterAnswer(delivery(), toTakedown, context())).toBeUndefined())
})

describe('a later acceptance', () => {
  const live = { ...toOffer, outcome: { ...accepted, isLive: true } } as const
  it('makes a release live if the outlet is to report it', () => {
    const ingested = delivery({ status: 'ingested', liveAt: null, liveRevision: null })
    expect(applyLaterAnswer(ingested, live, context({ liveOn: 'manual' }))).toMatchObject({
      delivery: { status: 'live', liveAt: at, liveRevision: 2 },
      events: [{ type: 'delivery.live' }],
    })
    expect(applyLaterAnswer(ingested, live, context({ liveOn: 'never' }))).toBeUndefined()
    expect(applyLaterAnswer(ingested, { ...live, outcome: accepted }, context({ liveOn: 'manual' }))).toBeUndefined()
  })

  const takes = { ...toOffer, outcome: accepted } as const
  it('accepts what was refused, and it is live if nothing else is pending', () => {
    const wasRefused = delivery({ status: 'refused', reason, liveAt: null, liveRevision: null })
    const [track] = context().revision.tracks
    expect(applyLaterAnswer(wasRefused, takes, context({ tracks: [{ ...row, status: 'refused' }] }))).toEqual({
      delivery: delivery({ status: 'live', reason: null, liveAt: at, liveRevision: 2 }),
      tracks: [{ ...row, offered: track }],
      events: [{ type: 'delivery.acknowledged' }, { type: 'delivery.live' }],
    })
    expect(applyLaterAnswer(wasRefused, takes, context({ liveOn: 'manual' }))).toMatchObject({
      delivery: { status: 'ingested', reason: null, liveAt: null, liveRevision: null },
      events: [{ type: 'delivery.acknowledged' }],
    })
  })

  it('of an update that was refused puts it in the place of what was live', () => {
    const wasRefused = delivery({ status: 'refused', reason, liveRevision: 1 })
    expect(applyLaterAnswer(wasRefused, takes, context())).toMatchObject({
      delivery: { status: 'live', reason: null, liveAt, liveRevision: 2 },
    })
  })

  it('changes nothing of a release that was taken down meanwhile: its outlet got the takedown', () =>
    expect(applyLaterAnswer(delivery({ status: 'taken_down', liveAt: null }), takes, context())).toBeUndefined())

  it('changes nothing after a newer message', () =>
    expect(applyLaterAnswer(delivery({ status: 'refused', round: 5 }), takes, context())).toBeUndefined())
})

describe('an answer for which the delivery polls', () => {
  it.each([
    ['sent', null, true],
    ['sending', null, true],
    ['failed', at, true],
    ['failed', null, false],
    ['takedown_sent', null, true],
    ['live', null, false],
    ['ingested', null, false],
    ['refused', null, false],
    ['taken_down', null, false],
  ] as const)('%s, tried again at %s: %s', (status, nextAttemptAt, expected) =>
    expect(isStillAsked(delivery({ status, nextAttemptAt }), { round: 4 })).toBe(expected),
  )

  it('is none of a round before', () => expect(isStillAsked(delivery({ status: 'sent' }), { round: 3 })).toBe(false))
})
