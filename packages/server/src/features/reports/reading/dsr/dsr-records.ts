/**
 * The positions of the cells we read in the records of DDEX's Digital Sales Reports (Financial Reporting to Record
 * Companies 1.0, Basic Audio 1.2). Newer versions add cells at the end, so records may have more cells, but not fewer.
 */

export const heads: readonly string[] = ['HEAD', 'SRHE']
export const feet: readonly string[] = ['FOOT', 'SRFO']

export const headCells = {
  profile: 2,
  version: 3,
  messageId: 4,
  fileNumber: 6,
  files: 7,
  from: 8,
  to: 9,
} as const

/** For single records the footer counts lines of the report, for blocks first those of the file. */
export const footCells = {
  FOOT: { linesInFile: 1, linesInReport: 2, summaries: 3, blocksInFile: 4 },
  SRFO: { linesInFile: undefined, linesInReport: 1, summaries: 2, blocksInFile: undefined },
} as const

export interface SummaryCells {
  readonly id: number
  readonly model: number
  readonly use: number
  readonly territory: number
  /** The summary's own period; by default that of the header. */
  readonly from?: number
  readonly to?: number
  readonly currency?: number
}

const usageSummary: SummaryCells = { id: 1, model: 4, use: 5, territory: 6 }

export const summaries: Readonly<Record<string, SummaryCells>> = {
  SY01: usageSummary,
  SY02: usageSummary,
  SY04: usageSummary,
  SY05: usageSummary,
  SY06: usageSummary,
  SY10: { ...usageSummary, from: 6, to: 7, territory: 12, currency: 21 },
}

/** What was used or sold, in one record or as the last part of a block. */
export interface SalesCells {
  readonly summary: number
  readonly quantity: number
  /** Subtracted from the quantity. */
  readonly returns?: number
  readonly revenue?: number
  /** Undefined: as in its summary. */
  readonly use?: 'streams' | 'downloads'
  /** For single records: the recording or product. */
  readonly about?: {
    readonly isrc: number
    readonly icpn: number
    readonly title: number
    readonly artist: number
    readonly releaseTitle: number
    readonly releaseArtist: number
  }
  /** For blocks: which of its releases and resources. */
  readonly refers?: { readonly release: number; readonly resource: number }
}

const single = { isrc: 3, icpn: 23, title: 4, artist: 6, releaseTitle: 26, releaseArtist: 24 } as const

export const sales: Readonly<Record<string, SalesCells>> = {
  SR01: { summary: 1, quantity: 36, returns: 37, use: 'downloads', about: single },
  SR02: { summary: 1, quantity: 34, use: 'streams', about: single },
  SR08: {
    summary: 24,
    quantity: 28,
    revenue: 46,
    about: { isrc: 13, icpn: 3, title: 20, artist: 22, releaseTitle: 9, releaseArtist: 11 },
  },
  SU01: { summary: 2, quantity: 8, returns: 9, use: 'downloads', refers: { release: 4, resource: 5 } },
  SU02: { summary: 2, quantity: 7, use: 'streams', refers: { release: 4, resource: 5 } },
}

export const blockCells = {
  block: 1,
  reference: 2,
  resource: { isrc: 4, title: 5, artist: 7 },
  release: { icpn: 6, artist: 7, title: 9 },
} as const

/** Records without counted values: musical works, parts of releases, terms of deals. */
export const passedOver: readonly string[] = ['MW01', 'RE02', 'DE01']

/** DDEX's terms for how listeners pay. */
export const models: Readonly<Record<string, string>> = {
  SubscriptionModel: 'subscription',
  AdvertisementSupportedModel: 'ad_supported',
  PayAsYouGoModel: 'paid',
  FreeOfChargeModel: 'free',
}

export const isDownload = (useType: string): boolean => /Download/i.test(useType)
