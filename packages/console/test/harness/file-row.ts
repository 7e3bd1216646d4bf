import type { FileRow } from '../../src/delivery/file-row.ts'

/** A master of a delivery: on its way, or arrived as the upload `upl_` and its key. */
export const masterRow = (key: string, hasArrived = true): FileRow => ({
  key,
  name: `${key}.wav`,
  size: 1,
  modified: 1,
  kind: 'audio',
  findings: [],
  hasArrived,
  isRefused: false,
  ...(hasArrived && { uploadId: `upl_${key}` }),
})
