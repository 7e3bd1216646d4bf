/**
 * How long a session lasts, as pure functions of its row and the time. Whoever may run the hub is trusted for less
 * long.
 */

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Unused for so long, it has ended. */
export const idleMs = (isOperator: boolean): number => (isOperator ? hourMs : 12 * hourMs)
/** Used or not, it ends then. */
export const longestMs = (isOperator: boolean): number => (isOperator ? 12 * hourMs : 30 * 24 * hourMs)
/** For so long no new confirmation is required. */
export const confirmedMs = 10 * minuteMs
/** The last use is written down once in this time. */
export const seenEveryMs = minuteMs

export interface SessionTimes {
  readonly seenAt: Date
  readonly expiresAt: Date
}

export interface Owner {
  readonly isOperator: boolean
  readonly disabledAt: Date | null
}

export const isLive = ({ seenAt, expiresAt }: SessionTimes, owner: Owner, nowMs: number): boolean =>
  owner.disabledAt === null && nowMs < expiresAt.getTime() && nowMs < seenAt.getTime() + idleMs(owner.isOperator)
