import type { NewTransfer, Transfer, TransferFinding, TransferStore } from '@spindle/client'
import { count } from '../english.ts'

/** The texts of the pages about transfers from another distributor, loaded with them. */

type Preset = NonNullable<NewTransfer['preset']>
type State = TransferStore['state']

const en = {
  title: 'Transfers',
  lead: 'Move releases from another distributor without losing plays. A transfer changes no release.',
  back: 'All transfers',
  imports: 'Move in',
  make: 'New transfer',
  viewer: 'plan transfers',
  emptyTitle: 'No transfers yet',
  empty:
    'A transfer compares the table of the old distributor with your catalog, and follows each release at each store. Begin with its table.',
  columns: { name: 'Name', distributor: 'Old distributor', deadline: 'Deadline', status: 'Status' },
  statuses: {
    waiting: 'Reading',
    ready: 'Compared',
    refused: 'Not readable',
  } satisfies Readonly<Record<Transfer['status'], string>>,
  daysLeft: (days: number) =>
    days === 0 ? 'Today' : days > 0 ? `${count(days, 'day', 'days')} left` : `${count(-days, 'day', 'days')} ago`,
  form: {
    lead: 'Export the catalog from the old distributor with one row for each track. The column for UPC is needed.',
    dropNow: 'Drop to use the table',
    table: 'Table',
    tableHint: 'No file is chosen yet.',
    reading: 'Reading the table',
    name: 'Name of the transfer',
    distributor: 'Old distributor',
    deadline: 'Deadline',
    deadlineHint: 'The day on which the old distributor takes its copies down.',
    layout: 'Columns',
    layoutHint: 'If the hub does not recognise them, keep a mapping with: spindle mappings keep',
    recognised: 'Recognised by their names',
    layouts: 'Published layouts',
    mappings: 'Kept mappings',
    presets: {
      spindle: 'Spindle table',
      catalog: 'Exported catalog of a hub',
      audiosalad: 'AudioSalad',
      massivemusic: 'MassiveMusic',
      mixbank: 'mixBank',
      revelator: 'Revelator',
    } satisfies Readonly<Record<Preset, string>>,
    create: 'Compare',
  },
  reading: 'The hub is reading the table.',
  refused: 'The table could not be read',
  refusedNext: 'Correct the table, then plan a new transfer with it.',
  facts: {
    distributor: 'Old distributor',
    deadline: 'Deadline',
    releases: 'Releases',
    tracks: 'Tracks',
    errors: 'With errors',
    warnings: 'With warnings',
    equal: 'Equal',
    ignored: 'Ignored columns',
  },
  edit: { action: 'Change', title: 'Change this transfer', save: 'Save' },
  remove: 'Delete transfer',
  removeTitle: 'Delete this transfer?',
  removeText: 'Its table and marks are deleted. Releases and deliveries stay as they are.',
  stores: {
    title: 'Stores',
    lead: 'Mark old copies as down once the old distributor has confirmed it. Stores do not report it.',
    store: 'Store',
    actions: 'Actions',
    labelOf: (state: string, store: string) => `${state} at ${store}`,
    mark: 'Mark as down',
    markAt: (store: string) => `Mark as down: old copies at ${store}`,
    markTitle: (store: string) => `Are the old copies at ${store} down?`,
    markText: (releases: number) =>
      `This marks ${count(releases, 'release', 'releases')} as down: all that are live there through this hub.`,
    takeBack: 'Take back',
    takeBackAt: (store: string) => `Take back the marks at ${store}`,
    takeBackTitle: (store: string) => `Take back the marks at ${store}?`,
    takeBackText: (releases: number) =>
      `The old copies of ${count(releases, 'release', 'releases')} count as up again.`,
    marked: (releases: number, store: string) =>
      `${count(releases, 'release', 'releases')} marked as down at ${store}.`,
    tookBack: (releases: number, store: string) =>
      `Marks of ${count(releases, 'release', 'releases')} at ${store} taken back.`,
  },
  states: {
    not_sent: 'Not sent',
    sent: 'Sent',
    live: 'Live',
    old_down: 'Old copy down',
  } satisfies Readonly<Record<State, string>>,
  letter: {
    title: 'Letter to the old distributor',
    lead: 'It asks to take down what is live through this hub, with UPCs, ISRCs and stores. Releases with errors are left out.',
    download: 'Download letter',
    none: 'No letter: no release without errors is live while its old copy is up.',
    done: (releases: number) => `The letter has ${count(releases, 'release', 'releases')}.`,
    withErrors: (releases: number) => `${count(releases, 'release', 'releases')} with errors left out.`,
  },
  list: {
    title: 'Releases of the table',
    findings: 'Findings',
    store: 'Store',
    state: 'State',
    all: 'All',
    anyStore: 'Any store',
    severities: {
      error: 'With errors',
      warning: 'With warnings',
      none: 'Equal',
    } satisfies Readonly<Record<TransferFinding['severity'] | 'none', string>>,
    nothing: 'No release here matches. A filtered list can continue with “Show more”.',
    place: (line: number, upc: string) => `Line ${line} · UPC ${upc}`,
    line: (line: number) => `Line ${line}`,
    errors: (errors: number) => count(errors, 'error', 'errors'),
    warnings: (warnings: number) => count(warnings, 'warning', 'warnings'),
    equal: 'No difference',
    atStores: (stores: number) => count(stores, 'store', 'stores'),
    since: (when: string) => `Live since ${when}`,
    markedBy: (when: string, who: string) => `Marked on ${when} by ${who}`,
    reason: (reason: string) => `Reason: ${reason}`,
  },
  one: {
    mark: (release: string, store: string) => `Mark as down: the old copy of ${release} at ${store}`,
    markTitle: (store: string) => `Is the old copy at ${store} down?`,
    markText: 'The mark says that the old distributor has taken it down.',
    early: 'The new release is not live there. Without an old copy, plays and playlists can be lost.',
    reason: 'Reason',
    reasonHint: 'Needed while the new release is not live at the store.',
    takeBack: (release: string, store: string) => `Take back the mark of ${release} at ${store}`,
    takeBackTitle: 'Take back the mark?',
    takeBackText: (store: string) => `The old copy at ${store} counts as up again.`,
  },
}

/** Of the language of this build. */
export const transferWords = en
