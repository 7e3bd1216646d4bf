import type { Release, ReleaseStatus } from '@spindle/client'

/** The states in which a folder still decides what is delivered. */
const waiting: readonly ReleaseStatus[] = ['draft', 'changes_requested']

/** False when the release is on its way, or at its end: then the folder does not change it without confirmation. */
export const isReleaseEditable = ({ status }: Pick<Release, 'status'>): boolean => waiting.includes(status)
