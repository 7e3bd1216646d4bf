/** How long a session lasts, as pure functions of its row and the time. Sessions of operators are shorter. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A session that is unused for this long has ended. */
export const idleMs = (isOperator: boolean): number => (isOperator ? hourMs : 12 * hourMs)
/** The maximum duration, even if it is used. */
export const longestMs = (isOperator: boolean): number => (isOperator ? 12 * hourMs : 30 * 24 * hourMs)
/** How long a confirmation is valid. */
export const confirmedMs = 10 * minuteMs
/** The minimum interval between two writes of the last use. */
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
