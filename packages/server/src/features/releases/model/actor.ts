import type { ReleaseEvent } from '@spindle/contract'

/** Who or what changed a release. */
export type Actor = ReleaseEvent['actor']
