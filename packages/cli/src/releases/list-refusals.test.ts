import type { Delivery } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { describeReason, formatRefusals, listRefusals } from './list-refusals.ts'

const paint = (_style: string, text: string): string => text
const damaged = { code: 'resource_corrupt', message: 'The file is damaged.', fix: 'Send it again.' }
const tracks = [
  { id: 'trk_1', number: 1, title: 'Lights' },
  { id: 'trk_2', number: 2, title: 'Slow \u001b[31mTide' },
] as never

function delivery(status: string, more: object = {}): Delivery {
  return {
    id: 'dlv_1',
    outlet: { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' },
    status,
    reason: null,
    tracks: [
      { trackId: 'trk_1', status, finding: null },
      { trackId: 'trk_2', status, finding: null },
    ],
    ...more,
  } as never
}
const refusedTrack = delivery('live', {
  tracks: [
    { trackId: 'trk_1', status: 'live', finding: null },
    { trackId: 'trk_2', status: 'refused', finding: damaged },
  ],
})
const reason = { code: 'rights_conflict', message: 'Somebody else has the rights.' }

describe('listRefusals', () => {
  it.each(['queued', 'sending', 'acknowledged', 'ingested', 'live', 'taken_down'])(
    'is empty while a delivery is %s',
    (status) => {
      expect(listRefusals({ deliveries: [delivery(status)], tracks })).toEqual([])
    },
  )

  it('finds a refused track inside a delivery that is live', () => {
    expect(listRefusals({ deliveries: [refusedTrack], tracks })).toEqual([
      { outlet: 'Sandbox', track: { number: 2, title: 'Slow \u001b[31mTide' }, status: 'refused', ...damaged },
    ])
  })

  it('counts in play order over all discs, as it does where tracks are not known', () => {
    const discs = [
      { id: 'trk_1', disc: 1, number: 1, title: 'Lights' },
      { id: 'trk_2', disc: 2, number: 1, title: 'Tide' },
    ] as never
    expect(listRefusals({ deliveries: [refusedTrack], tracks: discs })[0]?.track).toEqual({ number: 2, title: 'Tide' })
  })

  it('counts the tracks where their titles are not known', () => {
    expect(listRefusals({ deliveries: [refusedTrack] })[0]?.track).toEqual({ number: 2, title: undefined })
  })

  it.each(['refused', 'failed'] as const)('names a %s delivery once, not its tracks as well', (status) => {
    expect(listRefusals({ deliveries: [delivery(status, { reason })], tracks })).toEqual([
      { outlet: 'Sandbox', track: undefined, status, ...reason, fix: undefined },
    ])
  })
})

describe('formatRefusals', () => {
  it.each([
    [
      refusedTrack,
      ['✖ Sandbox refused track 2 "Slow Tide": The file is damaged.  [resource_corrupt]', '  Send it again.'],
    ],
    [
      delivery('refused', { reason }),
      ['✖ Sandbox refused the release: Somebody else has the rights.  [rights_conflict]'],
    ],
    [
      delivery('failed', { reason }),
      ['✖ The delivery of the release to Sandbox failed: Somebody else has the rights.  [rights_conflict]'],
    ],
    [delivery('failed'), ['✖ The delivery of the release to Sandbox failed']],
  ])('says who did not take what, why, and what to do', (one, lines) => {
    expect(formatRefusals(listRefusals({ deliveries: [one], tracks }), { paint })).toEqual(lines)
  })
})

describe('describeReason', () => {
  it.each([
    [refusedTrack, 'track 2: The file is damaged.'],
    [delivery('refused', { reason }), 'Somebody else has the rights.'],
    [delivery('refused'), 'no reason given'],
    [delivery('queued', { reason }), 'Somebody else has the rights.'],
    [delivery('live'), undefined],
  ])('is the reason of the delivery, else of its tracks', (one, words) => {
    expect(describeReason(one)).toBe(words)
  })
})
