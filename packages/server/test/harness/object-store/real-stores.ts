import type { BucketAddress } from './bucket-folder.ts'
import { type Gateway, isRgwMissing, startRgw } from './rgw.ts'
import { isSwiftMissing, startSwift } from './swift.ts'

/** Object stores by other people, for `describe.each`: what holds on one of them may not hold on the next. */

export interface RealStore {
  readonly name: string
  readonly isMissing: () => boolean
  readonly start: () => Promise<StartedStore>
}

export interface StartedStore extends BucketAddress {
  /** Where a process of its own answers requests. */
  readonly gateway?: Gateway
}

export const realStores: readonly RealStore[] = [
  { name: 'OpenStack Swift', isMissing: isSwiftMissing, start: () => startSwift() },
  { name: 'Ceph', isMissing: isRgwMissing, start: () => startRgw() },
]
