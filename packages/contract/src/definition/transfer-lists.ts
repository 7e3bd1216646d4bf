/** Closed lists of transfers from another distributor. As in `closed-lists.ts`. */

/** How far a transfer is: its table is read in the background. */
export const transferStatuses = ['waiting', 'ready', 'refused'] as const
/** One of `transferStatuses`. */
export type TransferStatus = (typeof transferStatuses)[number]

/** How far a release of a transfer is at a store. */
export const transferStates = ['not_sent', 'sent', 'live', 'old_down'] as const
/** One of `transferStates`. */
export type TransferState = (typeof transferStates)[number]

/** What differs between the table of a transfer and the catalog. */
export const transferFindingCodes = [
  'release_missing',
  'upc_differs',
  'release_title_differs',
  'release_version_differs',
  'release_artist_differs',
  'label_differs',
  'release_date_differs',
  'tracks_unknown',
  'track_missing',
  'track_extra',
  'isrc_differs',
  'isrc_unknown',
  'isrc_other_audio',
  'track_title_differs',
  'track_version_differs',
  'track_artist_differs',
  'length_differs',
] as const
/** One of `transferFindingCodes`. */
export type TransferFindingCode = (typeof transferFindingCodes)[number]
