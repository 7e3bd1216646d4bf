import type { TransferProgress, TransferRelease } from '../api/transfer-model.ts'

/** The letter that asks the old distributor to take down what stores have from the hub, for command line and console. */

type LetterTransfer = Pick<TransferProgress, 'distributor' | 'deadline'>

export interface TakedownLetter {
  /** Undefined if no release may be taken down. */
  readonly text: string | undefined
  /** The releases of the letter. */
  readonly releases: number
  /** The releases left out, because their old copies still hold their plays. */
  readonly withErrors: number
}

/** `live`: the releases that are live at a store while their old copy is up. */
export function composeTakedownLetter(transfer: LetterTransfer, live: readonly TransferRelease[]): TakedownLetter {
  const ready = live.filter(({ errors }) => errors === 0)
  return {
    text: ready.length === 0 ? undefined : formatLetter(transfer, ready),
    releases: ready.length,
    withErrors: live.length - ready.length,
  }
}

const formatLetter = ({ distributor, deadline }: LetterTransfer, releases: readonly TransferRelease[]): string =>
  formatTakedownLetter({
    greeting: `To ${distributor},`,
    request: [
      `${countReleases(releases)} live at the stores named with ${releases.length === 1 ? 'it' : 'them'} through our new`,
      'distributor, with the same UPCs and ISRCs. Please take down your copies at these stores by',
      `${deadline}, and confirm when this is done. Please leave them up at all other stores.`,
    ],
    releases: releases.flatMap(formatRelease),
  })

const formatRelease = ({ upc, title, artist, isrcs, stores }: TransferRelease): string[] => [
  nameRelease({ upc, title, artist }),
  `  ISRC: ${isrcs.join(', ')}`,
  `  Stores: ${stores
    .filter(({ state }) => state === 'live')
    .map(({ outlet }) => outlet.name)
    .join(', ')}`,
  '',
]

/** The lines of a letter. */
export interface LetterLines {
  readonly greeting: string
  readonly request: readonly string[]
  /** With an empty line at the end. */
  readonly releases: readonly string[]
}

/** What every letter about a takedown at another distributor has. */
export const formatTakedownLetter = ({ greeting, request, releases }: LetterLines): string =>
  [
    'Subject: Takedown of releases that have moved',
    ...['', greeting, '', ...request, '', ...releases],
    'Please do not change or withdraw the UPCs and ISRCs: they stay in use.',
    '',
  ].join('\n')

/** `This release is`, `These 2 releases are`. */
export const countReleases = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'This release is' : `These ${length} releases are`

interface NamedRelease {
  readonly upc: string | null
  readonly title: string | null
  readonly artist: string | null
}

/** A line with UPC, title and artist. */
export const nameRelease = ({ upc, title, artist }: NamedRelease): string =>
  [upc, [title ?? '', artist ? `by ${artist}` : ''].filter((part) => part !== '').join(' ')].join('  ')
