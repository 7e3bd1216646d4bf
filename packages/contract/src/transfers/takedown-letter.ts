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
  `${[
    'Subject: Takedown of releases that have moved',
    '',
    `To ${distributor},`,
    '',
    `${releases.length === 1 ? 'this release is' : `these ${releases.length} releases are`} live at the stores named with ${releases.length === 1 ? 'it' : 'them'} through our new`,
    `distributor, with the same UPCs and ISRCs. Please take down your copies at these stores by`,
    `${deadline}, and confirm when this is done. Please leave them up at all other stores.`,
    '',
    ...releases.flatMap(formatRelease),
    'Please do not change or withdraw the UPCs and ISRCs: they stay in use.',
    '',
  ].join('\n')}`

const formatRelease = ({ upc, title, artist, isrcs, stores }: TransferRelease): string[] => [
  [upc, [title ?? '', artist === null ? '' : `by ${artist}`].filter((part) => part !== '').join(' ')].join('  '),
  `  ISRC: ${isrcs.join(', ')}`,
  `  Stores: ${stores
    .filter(({ state }) => state === 'live')
    .map(({ outlet }) => outlet.name)
    .join(', ')}`,
  '',
]
