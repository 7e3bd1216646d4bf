import type { BucketAddress } from './bucket-folder.ts'
import { type Gateway, isRgwMissing, startRgw } from './rgw.ts'
import { isSwiftMissing, startSwift } from './swift.ts'

/** Real object stores, for `describe.each`: behaviour of one may differ from the others. */

export interface RealStore {
  readonly name: string
  readonly isMissing: () => boolean
  readonly start: () => Promise<StartedStore>
}

export interface StartedStore extends BucketAddress {
  /** The address of a separate process that answers requests. */
  readonly gateway?: Gateway
}

export const realStores: readonly RealStore[] = [
  { name: 'OpenStack Swift', isMissing: isSwiftMissing, start: () => startSwift() },
  { name: 'Ceph', isMissing: isRgwMissing, start: () => startRgw() },
]
