import type { Readable } from 'node:stream'
import type { LiveOn, ReleaseDocument, Territories, TrackInput } from '@spindle/contract'
import type { StoreWishes } from '@spindle/contract/rules'
import type { Tenant } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { UploadFacts } from '../uploads/index.ts'

/** The port to everything that takes releases: a configured target, and the adapter for its kind. */

/** The name under which an adapter is registered. The registry is the list: a kind exists where its code is. */
export type OutletKind = string

export interface Outlet {
  readonly id: string
  readonly name: string
  readonly kind: OutletKind
  /** Nothing is sent to it for now. */
  readonly isPaused?: boolean
  /** As the operator gave them; its adapter understands them. */
  readonly settings?: unknown
}

/** A track of the frozen revision, with what the hub knows of it. */
export type DeliveredTrack = ReleaseDocument['tracks'][number] & {
  readonly id: string
  /** A release without audio cannot be submitted. */
  readonly uploadId: TrackInput['uploadId']
  readonly disc: number
  readonly number: number
  readonly durationMs?: number | undefined
}

/** One attempt at one outlet. An update is the whole release again: the newest message replaces all before it. */
export interface DeliveryMessage {
  readonly accountId: AccountId
  readonly deliveryId: string
  readonly outletId: string
  readonly releaseId: string
  readonly revision: number
  /** Counts from 1. */
  readonly attempt: number
  /** Rises each time the delivery begins from the start: attempts of one round say the same thing. */
  readonly round: number
  readonly release: Omit<ReleaseDocument, 'tracks'>
  readonly tracks: readonly DeliveredTrack[]
}

/** Why an outlet did not take something: a word of the DDEX set ErncFileStatus in snake_case, and a text for people. */
export interface OutletReason {
  readonly code: string
  readonly message: string
}

/** The message to an outlet that takes messages: the events of the release name it. */
export interface Told {
  /** `sha256` is hexadecimal, of the bytes that were sent. */
  readonly told?: { readonly messageId: string; readonly sha256: string }
}

/** The outlet has it and will answer later: it is polled again with the same message. */
export interface SentOutcome extends Told {
  readonly result: 'sent'
  readonly askAgainMs: number
}

type RefusedOutcome = {
  readonly result: 'refused'
  /** It lacks files of an offer: the same revision follows in another message, which has them all. */
  readonly wantsFiles?: boolean
} & OutletReason &
  Told

/** The result of a takedown at an outlet. One that refuses is sent it again. */
export type TakedownOutcome = ({ readonly result: 'down' } & Told) | RefusedOutcome | SentOutcome

/** What an adapter may use while it delivers. */
export interface DeliveryAccess {
  /** Of the outlet, as the operator gave them. */
  readonly settings: unknown
  /** What is known of the uploads that the message names, by their ids. */
  readonly files: ReadonlyMap<string, UploadFacts>
  /** The stream must be read to its end or destroyed. */
  openAudio(trackId: string): Promise<Readable>
  openCover(): Promise<Readable>
  readonly signal: AbortSignal
}

/** What an outlet answered. A track it did not take does not keep the others from coming out. */
export type DeliveryOutcome =
  | ({
      readonly result: 'accepted'
      readonly refusedTracks: readonly (OutletReason & { readonly trackId: string })[]
      /** It says that people can hear it there. */
      readonly isLive?: boolean
    } & Told)
  | RefusedOutcome
  | SentOutcome

/** What an outlet says of a message after its first answer to it: the later one counts. */
export interface LaterAnswer {
  readonly accountId: AccountId
  readonly deliveryId: string
  /** Of the delivery, whose message it is about. */
  readonly round: number
  readonly purpose: 'offer' | 'takedown'
  readonly outcome: Exclude<DeliveryOutcome, SentOutcome>
  /** What the outlet had taken before this message, and so still offers without it; null where it was nothing. */
  readonly revisionBefore: number | null
  /** Writes down that it was read, in the transaction that acts on it. Until then it is read again. */
  save(sql: Tenant): Promise<unknown>
}

/** How an outlet is notified of a takedown, and what it stops offering. */
export interface TakedownNotice {
  /** The style of a message, or that it is just not offered any more. */
  readonly way: 'no_deal' | 'end_date' | 'purge' | 'removal'
  readonly ends: readonly {
    readonly territories: Territories
    readonly models: readonly string[]
    readonly uses: readonly string[]
  }[]
}

export interface RetryPolicy {
  readonly maxAttempts: number
  /** Pause after the first failure; it doubles with each further one, up to `maxPauseMs`. */
  readonly firstPauseMs: number
  readonly maxPauseMs: number
  /** One attempt may take this long. */
  readonly timeoutMs: number
}

/** Speaks to outlets of one kind. A rejection is a failure that is tried again; the refusal of an offer is final. */
export interface OutletAdapter {
  readonly kind: OutletKind
  readonly retry: RetryPolicy
  /** Whether messages carry `metadata`, the account's own map, which is private. */
  readonly mayReadMetadata: boolean
  /** Minutes of work, one delivery at a time for each outlet; others do not wait for it. */
  readonly isSlow?: boolean
  /** Of a slow kind that may hang: separate workers, so that no other outlet waits for it. */
  readonly lane?: 'programs'
  /** Whether a release without a time zone starts there at the local time of each territory, and not in UTC. */
  readonly startsLocally?: boolean
  /** Whether its messages leave the hub at once. A restored hub keeps that back until the restore is finished. */
  readonly isOutside?: boolean
  deliver(message: DeliveryMessage, access: DeliveryAccess): Promise<DeliveryOutcome>
  takedown(message: DeliveryMessage, access: DeliveryAccess): Promise<TakedownOutcome>
  /** Of an outlet that may say something else later. What is not saved comes again, other answers first. */
  readLaterAnswers?(
    outletId: string,
    access: Pick<DeliveryAccess, 'settings' | 'signal'>,
  ): Promise<readonly LaterAnswer[]>
  /** `ack` without it. */
  liveOn?(access: Pick<DeliveryAccess, 'settings'>): LiveOn
  /** Version of DDEX ERN of the messages it gets. Without it the outlet gets no messages. */
  ernVersionOf?(access: Pick<DeliveryAccess, 'settings'>): string
  /** What of a release the outlet takes, for the checks before it is submitted. Without it the outlet takes all. */
  describeWishes?(access: Pick<DeliveryAccess, 'settings'>): StoreWishes
  /** What `takedown` would say, for people who plan one. Without it the release is removed from where it is offered. */
  describeTakedown?(
    message: Pick<DeliveryMessage, 'release' | 'tracks'>,
    access: Pick<DeliveryAccess, 'settings'>,
  ): TakedownNotice
}

/** A failure that the account should see; any other rejection is reported as `outlet_unreachable`. */
export class OutletFailure extends Error {
  readonly code: string
  /** Only a person can try again; a takedown is tried again anyway. */
  readonly isFinal: boolean
  constructor(code: string, message: string, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    super(message)
    this.name = 'OutletFailure'
    this.code = code
    this.isFinal = isFinal
  }
}

/** The pause after the given number of failed attempts. */
export const retryPauseMs = ({ firstPauseMs, maxPauseMs }: RetryPolicy, attempts: number): number =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(30, Math.max(0, attempts - 1)))
