import { countReleases, formatTakedownLetter, nameRelease } from '@spindle/contract/transfers'
import type { OwnRelease } from './compare-catalogs.ts'

/** The letter to the former distributor: what it may take down, because stores have it from the hub. */
export const writeTakedownLetter = (releases: readonly OwnRelease[]): string =>
  formatTakedownLetter({
    greeting: 'Hello,',
    request: [
      `${countReleases(releases)} now live at the stores through our new distributor, with the same UPCs and`,
      'ISRCs. Please take down your copies at all stores, and confirm when this is done.',
    ],
    releases: [
      ...releases.map(({ upc, title, displayArtist }) => nameRelease({ upc, title, artist: displayArtist })),
      '',
    ],
  })
