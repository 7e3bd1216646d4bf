import type { ImageSize, StoreMessage } from '@spindle/client'

/**
 * The address of the console. The shell names its scripts by absolute addresses, `{root}/console/assets/...`, so the
 * address of this module contains the root, also below a path.
 */
export const consolePath: string = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

const hubRoot = consolePath.replace(/\/console$/, '')

/** An address of the hub outside the console. */
export const hubAddress = (path: string): string => `${hubRoot}${path}`

/** What an account's requests begin with: the API under the session of the signed-in person. */
export const sessionSurface = (accountId: string): string =>
  `${location.origin}${consolePath}/a/${encodeURIComponent(accountId)}`

const uploadAddress = (accountId: string, uploadId: string): string =>
  `${sessionSurface(accountId)}/api/v1/distributor/uploads/${encodeURIComponent(uploadId)}`

/** An upload as `<audio>` plays it. */
export const audioAddress = (accountId: string, uploadId: string): string =>
  `${uploadAddress(accountId, uploadId)}/audio`

/** An upload as `<img>` shows it, at most so many pixels wide and high. */
export const imageAddress = (accountId: string, uploadId: string, size: ImageSize): string =>
  `${uploadAddress(accountId, uploadId)}/image?size=${size}`

/** A message to a store, as it was sent. */
export const messageAddress = (accountId: string, { releaseId, id }: StoreMessage): string =>
  `${sessionSurface(accountId)}/api/v1/music-distributor/releases/${releaseId}/messages/${id}`

/** The rows of an imported table with errors, with their reasons. */
export const importErrorsAddress = (accountId: string, tableImportId: string): string =>
  `${sessionSurface(accountId)}/api/v1/distributor/imports/tables/${encodeURIComponent(tableImportId)}/errors`

/** The archive of an export. */
export const exportAddress = (accountId: string, exportId: string): string =>
  `${sessionSurface(accountId)}/api/v1/distributor/exports/${encodeURIComponent(exportId)}/archive`

/** The numbers from store reports for the last twelve whole months, as a table. */
export const reportNumbersAddress = (accountId: string): string =>
  `${sessionSurface(accountId)}/api/v1/distributor/analytics?kind=report&format=csv&groupBy=track,outlet`
