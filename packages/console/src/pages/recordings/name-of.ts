import type { Recording } from '@spindle/client'

/** Title and version. */
export const nameOf = ({ title, version }: Pick<Recording, 'title' | 'version'>): string =>
  version === null ? title : `${title} (${version})`
