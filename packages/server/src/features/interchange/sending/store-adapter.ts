import type { OutletAdapter } from '../../outlets/index.ts'
import { describeTakedown } from '../describe-takedown.ts'
import { settingsOf } from '../outlet-settings.ts'

type Calls = Pick<OutletAdapter, 'kind' | 'deliver' | 'takedown'> & Partial<OutletAdapter>

/** What all outlets that take packages have in common. */
export const storeAdapter = (calls: Calls): OutletAdapter => ({
  mayReadMetadata: false,
  isSlow: true,
  isOutside: true,
  // Without a zone, StartDateTime of a deal has no offset.
  startsLocally: true,
  retry: { maxAttempts: 20, firstPauseMs: 5_000, maxPauseMs: 3_600_000, timeoutMs: 4 * 3_600_000 },
  liveOn: (access) => settingsOf(access).liveOn,
  ernVersionOf: (access) => settingsOf(access).ernVersion,
  describeWishes: (access) => {
    const { takes, genres } = settingsOf(access)
    return { takes, genres }
  },
  describeTakedown: (content, access) => describeTakedown(content, settingsOf(access)),
  ...calls,
})
