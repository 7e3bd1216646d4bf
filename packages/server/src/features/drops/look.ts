import type { Database, Tenant } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Imports } from '../imports/index.ts'
import type { ErnParty, OpenTransport } from '../interchange/index.ts'
import type { Uploads } from '../uploads/index.ts'
import type { DropRow } from './drop-queries.ts'
import type { ListedPlace } from './packages/list-place.ts'

/** What one look into a drop works with. */

export interface LookSources {
  readonly database: Database
  readonly log: Log
  readonly imports: Pick<Imports, 'read' | 'take' | 'listOfPackage'>
  readonly uploads: Pick<Uploads, 'saveFile' | 'discard'>
  /** Who acknowledges messages; undefined where the hub has no party identifier. */
  readonly sender: ErnParty | undefined
}

export interface Look extends LookSources {
  readonly tenant: Tenant
  readonly drop: DropRow
  readonly transport: OpenTransport
  readonly place: ListedPlace
  readonly now: Date
  readonly signal: AbortSignal
}

export interface Looking extends LookSources, Pick<Look, 'drop' | 'transport' | 'now' | 'signal'> {}
