import type { DeliveryStateName } from '@spindle/contract'

/** SQL that is true for a delivery that failed for good: a failed one that is tried again is pending. */
export const isOver = `(status = 'refused' or (status = 'failed' and next_attempt_at is null))`

/**
 * SQL of the state of a delivery, as `deliverySummary` of the outlets counts it. The index `deliveries_state` has the same
 * text.
 */
export const deliveryState = `(case when status = 'live' then 'live' when status = 'taken_down' then 'taken_down'
  when ${isOver} then 'failed' when status = 'ingested' and live_at is null then 'scheduled' else 'pending' end)`

/** SQL that is true for deliveries in one of these states. They are no parameters: the plan depends on them. */
export const isInState = (...states: readonly DeliveryStateName[]): string =>
  `${deliveryState} in (${states.map((state) => `'${state}'`).join(', ')})`
