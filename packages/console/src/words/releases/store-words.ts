import { count, figure } from '../english.ts'

/** The texts of the page about stores and of messages to them. Another language is another object of this type. */

const en = {
  lead: 'The sites and stores that releases can go to, and what happened to your releases there.',
  columns: {
    store: 'Store',
    live: 'Live',
    scheduled: 'Scheduled',
    pending: 'On the way',
    failed: 'Refused',
    takenDown: 'Taken down',
  },
  columnsHint:
    'Scheduled: the store has it and waits for its date. Refused includes deliveries that failed permanently.',
  countOf: (releases: number, store: string, state: string) =>
    `${count(releases, 'release', 'releases')} at ${store}: ${state}`,
  kinds: { property: 'Website or app', sandbox: 'For tests only' } as Readonly<Record<string, string>>,
  ern: (version: string) => `Gets messages in DDEX ERN ${version}`,
  paused: 'Paused',
  pausedText: 'The operator has paused it. Deliveries wait.',
  takes: 'What it accepts',
  takesOf: (store: string) => `What ${store} accepts`,
  takesAll: 'It accepts every release.',
  audio: 'Audio',
  cover: 'Cover',
  coverLeast: (pixels: number) => `at least ${figure(pixels)} pixels on the shorter side`,
  models: 'Offers',
  uses: 'Uses',
  territories: 'Territories',
  genres: 'Genres',
  genreCount: (genres: number) => count(genres, 'genre', 'genres'),
  releasesOf: (store: string) => `View releases at ${store}`,
  releases: 'View releases',
  failures: 'Refused or failed',
  noFailures: 'No store has refused a release.',
  failedReleases: (releases: number) => count(releases, 'release', 'releases'),
  failedOf: (releases: number, store: string, message: string) =>
    `${count(releases, 'release', 'releases')} at ${store}: ${message}`,
  newest: 'View the newest',
  newestOf: (store: string, message: string) => `View the newest release at ${store}: ${message}`,
  view: 'View it',
  viewOf: (store: string, message: string) => `View it: the release at ${store}, ${message}`,
  again: (when: string) => `next attempt ${when}`,
  others: (reasons: number) => `${count(reasons, 'more reason', 'more reasons')} at this store`,
  emptyTitle: 'No stores yet',
  empty: 'The hub operator has not connected a site or store yet.',
  message: {
    title: (store: string) => `Message to ${store}`,
    lead: 'The message that the store would get now. Ids and times are placeholders.',
    changes: 'Differences from what the store has',
    against: (revision: number, when: string) => `Compared with revision ${revision}, sent ${when}.`,
    nothingSent: 'The store has no message about this release, so everything is new.',
    same: 'The store already has all of this.',
    inXml: (changes: number) => `${count(changes, 'change', 'changes')} in the XML`,
    problems: 'The store would refuse it',
    notCarried: 'Not in the message',
    xml: (kilobytes: number) => `The message (XML, ${figure(kilobytes)} kB)`,
    close: 'Close',
  },
}

/** Of the language of this build. */
export const storeWords = en
