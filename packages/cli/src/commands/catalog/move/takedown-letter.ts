import type { OwnRelease } from './compare-catalogs.ts'

/** The letter to the former distributor: what it may take down, because stores have it from the hub. */
export function writeTakedownLetter(releases: readonly OwnRelease[]): string {
  const lines = releases.map(({ upc, title, displayArtist }) =>
    [upc, displayArtist ? `${title} by ${displayArtist}` : title].join('  '),
  )
  return `${[
    'Subject: Takedown of releases that have moved',
    '',
    'Hello,',
    '',
    `${releases.length === 1 ? 'this release is' : `these ${releases.length} releases are`} now live at the stores through our new distributor, with the same UPCs and`,
    'ISRCs. Please take down your copies at all stores, and confirm when this is done.',
    '',
    ...lines,
    '',
    'Please do not change or withdraw the UPCs and ISRCs: they stay in use.',
    '',
  ].join('\n')}`
}
