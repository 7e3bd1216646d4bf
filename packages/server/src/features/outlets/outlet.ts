import type { ReleaseDocument } from '@spindle/contract'

/** The port to whatever takes releases: a configured target, and the adapter that speaks to its kind. */

/** The name under which an adapter is registered. The registry is the list: a kind exists where its code is. */
export type OutletKind = string

export interface Outlet {
  readonly id: string
  readonly name: string
  readonly kind: OutletKind
}

/** A track of the frozen revision, with what the hub knows of it. */
export type DeliveredTrack = ReleaseDocument['tracks'][number] & {
  readonly id: string
  readonly disc: number
  readonly number: number
  readonly durationMs?: number | undefined
}

/** One attempt at one outlet. An update is the whole release again: the newest message replaces all before it. */
export interface DeliveryMessage {
  readonly deliveryId: string
  readonly outletId: string
  readonly releaseId: string
  readonly revision: number
  /** Counts from 1. */
  readonly attempt: number
  readonly release: Omit<ReleaseDocument, 'tracks'>
  readonly tracks: readonly DeliveredTrack[]
}

/** Why an outlet did not take something: a word of the DDEX set ErncFileStatus in snake_case, and a text for people. */
export interface OutletReason {
  readonly code: string
  readonly message: string
}

/** What an outlet answered. A track it did not take does not keep the others from coming out. */
export type DeliveryOutcome =
  | { readonly result: 'accepted'; readonly refusedTracks: readonly (OutletReason & { readonly trackId: string })[] }
  | ({ readonly result: 'refused' } & OutletReason)

export interface RetryPolicy {
  readonly maxAttempts: number
  /** Pause after the first failure; it doubles with each further one, up to `maxPauseMs`. */
  readonly firstPauseMs: number
  readonly maxPauseMs: number
  /** One attempt may take this long. */
  readonly timeoutMs: number
}

/** Speaks to outlets of one kind. A rejection is a failure that is tried again; a refusal is final. */
export interface OutletAdapter {
  readonly kind: OutletKind
  readonly retry: RetryPolicy
  /** Whether messages carry `metadata`, the account's own map, which is nobody else's business. */
  readonly mayReadMetadata: boolean
  deliver(message: DeliveryMessage, signal: AbortSignal): Promise<DeliveryOutcome>
  takedown(message: DeliveryMessage, signal: AbortSignal): Promise<void>
}

/** A failure worth telling the account; any other rejection is told as `outlet_unreachable`. */
export class OutletFailure extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'OutletFailure'
    this.code = code
  }
}

/** The pause after the given number of failed attempts. */
export const retryPauseMs = ({ firstPauseMs, maxPauseMs }: RetryPolicy, attempts: number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(30, Math.max(0, attempts - 1)))
