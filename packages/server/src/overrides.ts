import type { ClientMetadataNetwork } from './features/auth/index.ts'
import type { MailSending } from './features/mail/index.ts'
import type { ChildRunner, MediaAnalyser } from './features/media/index.ts'
import type { OutletAdapter } from './features/outlets/index.ts'
import type { WebhookSending } from './features/webhooks/index.ts'
import type { Blobs } from './platform/blobs/blobs.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/logging/log.ts'
import type { OpenDatabase } from './platform/open-database.ts'
import type { Siblings } from './platform/processes/child-channel.ts'

/** What tests may replace, and what the start of several processes gives to each. */
export interface Overrides {
  readonly clock?: Clock
  /** The clock of this machine, which may be wrong. */
  readonly machineClock?: Clock
  readonly hostname?: string
  readonly log?: Log
  /** An open database that is already migrated. */
  readonly openDatabase?: OpenDatabase
  /** Adapters in place of the hub's own for the same kind of outlet. */
  readonly outletAdapters?: readonly OutletAdapter[]
  readonly blobs?: Blobs
  /** Returns verdicts in place of the processes that read files. */
  readonly analyser?: MediaAnalyser
  /** Reads messages and reports, and makes previews, in this process instead of in child processes. */
  readonly readers?: ChildRunner
  /** How often each worker looks for due jobs, in milliseconds; by default the interval of its lane. */
  readonly jobPollMs?: number
  /** How metadata documents of clients are fetched. */
  readonly clientMetadata?: ClientMetadataNetwork
  readonly outsideProviderTimeoutMs?: number
  /** How webhooks reach their receivers, and when they try again. */
  readonly webhooks?: WebhookSending
  /** How mail reaches the mail server, and when it is tried again. */
  readonly mail?: MailSending
  readonly siblings?: Siblings
}
