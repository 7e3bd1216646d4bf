import type { Import } from '@spindle/contract'

/** The stored result of an import. */
export interface Report extends Pick<Import, 'files' | 'notes'> {
  /** Rows, exports and older nodes call the sentence `detail`; the API calls it `message`. */
  readonly refusal: { readonly code: string; readonly detail: string; readonly line: number | null } | null
}

export const emptyReport: Report = { refusal: null, files: [], notes: [] }
