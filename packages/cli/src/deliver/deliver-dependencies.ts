import type { Release, Spindle, UploadCache } from '@spindle/client'
import type { Emit } from './deliver-events.ts'

/** What a delivery needs from outside: a folder to read, a hub, and a listener. */
export interface DeliverDependencies {
  readonly cwd: string
  /** For requests that send no files. */
  readonly hub: Spindle
  /** A client that remembers its unfinished uploads in this store. */
  readonly connect: (uploadCache: UploadCache) => Promise<Spindle>
  /** Hub and profile: state of one is not valid for another. */
  readonly hubKey: string
  /** Asks whether to change a submitted release as the folder was changed; throws if not. */
  readonly confirmUpdate: (release: Release) => Promise<void>
  readonly emit: Emit
  readonly signal: AbortSignal
}
