import type { Release, Spindle, UploadStore } from '@spindle/client'
import type { Emit } from './deliver-events.ts'

/** What a delivery needs from outside: a folder to read in, a hub, and somebody who listens. */
export interface DeliverDependencies {
  readonly cwd: string
  /** For requests that send no files. */
  readonly hub: Spindle
  /** A client that remembers its unfinished uploads in this store. */
  readonly connect: (uploadStore: UploadStore) => Promise<Spindle>
  /** Hub and profile: what was sent to one means nothing to another. */
  readonly hubKey: string
  /** Asks whether a submitted release shall be changed as the folder was; throws when it shall not. */
  readonly confirmUpdate: (release: Release) => Promise<void>
  readonly emit: Emit
  readonly signal: AbortSignal
}
