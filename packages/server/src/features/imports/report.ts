import type { Import } from '@spindle/contract'

/** What is kept of an import for later queries. */
export type Report = Pick<Import, 'refusal' | 'files' | 'notes'>

export const emptyReport: Report = { refusal: null, files: [], notes: [] }
