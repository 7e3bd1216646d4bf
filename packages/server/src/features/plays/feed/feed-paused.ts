import { AppError } from '@spindle/contract'

/** Long enough for an operator who looks around, short beside what a property has missed meanwhile. */
const pausedSeconds = 60

/** The answer of a restored hub that no operator has finished. */
export const feedPaused = (): AppError => new AppError('feed_paused', { retryAfterSeconds: pausedSeconds })
