import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowedDeliveryTriggers,
  type DeliveryState,
  deliverySummary,
  deliveryTransition,
  deliveryTransitions,
  releaseStatusAfter,
  supplyChainStatus,
} from './delivery-states.ts'

const statuses = [
  'queued',
  'packaging',
  'sending',
  'sent',
  'acknowledged',
  'ingested',
  'live',
  'failed',
  'refused',
  'takedown_queued',
  'takedown_sent',
  'taken_down',
] as const
type Status = (typeof statuses)[number]

const at = (status: Status, more: Partial<DeliveryState> = {}): DeliveryState => ({
  status,
  nextAttemptAt: null,
  liveAt: null,
  ...more,
})
const later = { nextAttemptAt: '2026-12-01T00:00:00.000Z' }
const offered = { liveAt: '2026-11-01T00:00:00.000Z' }

describe('deliveryTransition', () => {
  it('goes from the queue to live one step at a time', () => {
    let status: Status = 'queued'
    const seen: Status[] = [status]
    for (const trigger of ['start', 'send', 'finish_sending', 'acknowledge', 'ingest', 'go_live'] as const) {
      const result = deliveryTransition(status, trigger)
      if (!('to' in result)) throw new Error(`${status} refuses ${trigger}`)
      status = result.to
      seen.push(status)
    }
    expect(seen).toEqual(['queued', 'packaging', 'sending', 'sent', 'acknowledged', 'ingested', 'live'])
  })

  it.each([
    ['failed', 'retry', 'queued'],
    ['refused', 'redeliver', 'queued'],
    ['refused', 'acknowledge', 'acknowledged'],
    ['live', 'takedown', 'takedown_queued'],
    ['queued', 'cancel', 'taken_down'],
    ['takedown_sent', 'retry_takedown', 'takedown_queued'],
    ['takedown_sent', 'confirm_takedown', 'taken_down'],
    ['taken_down', 'redeliver', 'queued'],
    ['live', 'refuse', 'refused'],
    ['live', 'fail', 'failed'],
    ['taken_down', 'retry_takedown', 'takedown_queued'],
  ] as const)('%s, %s: %s', (from, trigger, to) => expect(deliveryTransition(from, trigger)).toEqual({ to }))

  it.each([
    ['refused', 'retry', ['acknowledge', 'redeliver', 'takedown']],
    ['queued', 'go_live', ['start', 'takedown', 'cancel']],
    ['taken_down', 'takedown', ['redeliver', 'retry_takedown']],
    ['takedown_queued', 'go_live', ['send_takedown']],
  ] as const)('%s refuses %s', (from, trigger, conflict) =>
    expect(deliveryTransition(from, trigger)).toEqual({ conflict }),
  )

  it('is live only after it was sent, on every path', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 100 }), (choices) => {
        let status: Status = 'queued'
        let wasSent = false
        for (const choice of choices) {
          const triggers = allowedDeliveryTriggers(status)
          const trigger = triggers[choice % triggers.length]
          if (trigger === undefined) throw new Error(`${status} is a dead end`)
          const result: ReturnType<typeof deliveryTransition> = deliveryTransition(status, trigger)
          if (!('to' in result)) throw new Error(`${status} refuses ${trigger}`)
          status = result.to
          if (status === 'queued') wasSent = false
          if (status === 'sent') wasSent = true
          if (status === 'live') expect(wasSent).toBe(true)
        }
      }),
    )
  })

  it('leaves a takedown only through its confirmation', () => {
    const exits = deliveryTransitions.filter(({ from }) => from === 'takedown_queued' || from === 'takedown_sent')
    expect(new Set(exits.map(({ to }) => to))).toEqual(new Set(['takedown_queued', 'takedown_sent', 'taken_down']))
  })

  it('has one target for a status and a trigger', () => {
    const keys = deliveryTransitions.map(({ from, trigger }) => `${from} ${trigger}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('supplyChainStatus', () => {
  it('has a word of DDEX for every status', () =>
    expect(Object.keys(supplyChainStatus).sort()).toEqual([...statuses].sort()))
})

const anyDelivery = fc.record({
  status: fc.constantFrom(...statuses),
  nextAttemptAt: fc.constantFrom(null, '2026-12-01T00:00:00.000Z'),
  liveAt: fc.constantFrom(null, '2026-11-01T00:00:00.000Z'),
})

describe('deliverySummary', () => {
  it('counts live, scheduled, failed and pending deliveries', () => {
    expect(deliverySummary([])).toEqual({ total: 0, live: 0, scheduled: 0, failed: 0, pending: 0 })
    expect(
      deliverySummary([
        at('live'),
        at('failed'),
        at('failed', later),
        at('refused'),
        at('taken_down'),
        at('sent'),
        at('ingested'),
      ]),
    ).toEqual({ total: 7, live: 1, scheduled: 1, failed: 2, pending: 2 })
  })

  it('never counts a delivery twice', () => {
    fc.assert(
      fc.property(fc.array(anyDelivery), (deliveries) => {
        const { total, live, scheduled, failed, pending } = deliverySummary(deliveries)
        const down = deliveries.filter(({ status }) => status === 'taken_down').length
        expect(live + scheduled + failed + pending + down).toBe(total)
        expect(Math.min(live, scheduled, failed, pending)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('releaseStatusAfter', () => {
  it.each<[string, readonly DeliveryState[], boolean, string]>([
    ['no outlet yet', [], true, 'delivering'],
    ['on the way', [at('sent'), at('queued')], true, 'delivering'],
    ['every outlet has it and waits for the date', [at('ingested'), at('ingested')], true, 'scheduled'],
    ['one waits for the date, one refused it', [at('ingested'), at('refused')], true, 'scheduled'],
    ['one waits for the date, one is on the way', [at('ingested'), at('sent')], true, 'delivering'],
    ['an update that waits for its date', [at('ingested', offered)], true, 'live'],
    ['one live, one on the way', [at('live'), at('queued')], true, 'live'],
    ['one live, one failed', [at('live'), at('failed')], true, 'live'],
    ['live before the date', [at('live')], false, 'delivering'],
    ['all failed for good', [at('failed'), at('refused')], true, 'delivery_failed'],
    ['all failed before the date', [at('failed'), at('refused')], false, 'delivery_failed'],
    ['one will be tried again', [at('failed', later), at('refused')], true, 'delivering'],
    ['all down', [at('taken_down'), at('taken_down')], true, 'taken_down'],
    ['down where it ever was', [at('taken_down'), at('refused')], true, 'taken_down'],
    ['coming down', [at('takedown_sent'), at('taken_down'), at('failed')], true, 'takedown_pending'],
    ['coming down at one outlet', [at('takedown_queued'), at('live')], true, 'live'],
    ['an update on its way', [at('queued', offered)], true, 'live'],
    ['an update that failed', [at('failed', offered)], true, 'live'],
    ['a takedown of what was offered', [at('takedown_sent', offered)], true, 'takedown_pending'],
  ])('%s', (_, deliveries, reached, expected) => expect(releaseStatusAfter(deliveries, reached)).toBe(expected))

  it('does not depend on the order of outlets, and is never live before the date', () => {
    fc.assert(
      fc.property(fc.array(anyDelivery), fc.boolean(), (deliveries, reached) => {
        const status = releaseStatusAfter(deliveries, reached)
        expect(releaseStatusAfter([...deliveries].reverse(), reached)).toBe(status)
        if (!reached) expect(status).not.toBe('live')
        if (reached && deliveries.some((delivery) => delivery.status === 'live')) expect(status).toBe('live')
      }),
    )
  })
})
