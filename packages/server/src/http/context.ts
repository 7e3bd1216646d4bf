import type { AppError } from '@spindle/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DiskReserve } from '../platform/blobs/disk-reserve.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/sql.ts'
import type { TenantConcurrency } from '../platform/database/tenant-concurrency.ts'
import type { Log } from '../platform/logging/log.ts'
import type { WarmUp } from '../platform/process/warm-up.ts'
import type { Ids } from '../platform/values/ids.ts'
import type { ClientAddresses } from './connections/client-address.ts'
import type { Draining } from './connections/draining.ts'
import type { UnsentBytes } from './connections/unsent-bytes.ts'
import type { Challenges } from './credentials/challenge.ts'
import type { RecentCredentials } from './credentials/recent-credentials.ts'
import type { SessionCookie } from './credentials/session-cookie.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import type { Pace } from './limits/pace.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { Credentials } from './principal.ts'
import type { CursorCodec } from './requests/cursor.ts'
import type { ResourceReader } from './responses/read-resource.ts'
import type { RouteTable } from './routing/route-table.ts'

/** What binding a route needs; made once by `httpServer`. */
export interface Http {
  readonly fastify: FastifyInstance
  readonly config: Config
  readonly database: Database
  readonly credentials: Credentials
  readonly challenges: Challenges
  readonly cursors: CursorCodec
  readonly idempotency: Idempotency
  readonly rateLimiter: RateLimiter
  readonly pace: Pace
  /** Reads, and writes, of one account that are answered at once. */
  readonly turns: TenantConcurrency
  readonly recentCredentials: RecentCredentials
  readonly sessionCookie: SessionCookie
  readonly unsentBytes: UnsentBytes
  readonly diskReserve: DiskReserve
  readonly table: RouteTable
  readonly clientAddresses: ClientAddresses
  /** Takes what the first request of a kind would wait for. */
  readonly warmUp: WarmUp
  readonly draining: Draining
  /** What renders a resource again, by the path template of its GET. */
  readonly readers: Map<string, ResourceReader>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** A request is answered with 503, 507 or the like. */
  readonly onUnavailable: (error: AppError) => void
}
