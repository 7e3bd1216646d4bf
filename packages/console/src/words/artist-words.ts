import { count } from './english.ts'

/** The texts of the pages about artists, loaded with them. Another language is another object of this type. */

const en = {
  lead: 'Artists, writers and companies. Enter each one once, and choose it as a contributor of your releases.',
  search: 'Search artists',
  searchHint: 'Name, ISNI, IPI or artist ID',
  columns: { name: 'Name', identifiers: 'Identifiers', roles: 'Default roles', releases: 'Releases' },
  none: 'None',
  newAt: (stores: string) => `New at ${stores}`,
  make: 'New artist',
  emptyTitle: 'No artists yet',
  empty: 'Enter an artist with its identifiers once. Drafts follow when you change it.',
  nothingTitle: 'No artists found',
  nothing: 'Try another part of the name, or a whole identifier.',
  back: 'All artists',
  viewer: 'change artists',
  inCatalog: (releases: number) => `Show ${count(releases, 'release', 'releases')} in the catalog`,
  fields: {
    name: 'Name',
    legalName: 'Legal name',
    isni: 'ISNI',
    ipi: 'IPI name number',
    spotify: 'Spotify artist ID',
    apple: 'Apple Music artist ID',
  },
  hints: {
    name: 'As displayed at stores.',
    legalName: 'Composers, lyricists and songwriters are credited with it.',
    isni: '16 characters. The last one is checked.',
    ipi: '9 to 11 digits. The last two are checked.',
  },
  newAtLegend: 'New at',
  newAtHint: 'Stores where the artist has no page yet.',
  rolesLegend: 'Default roles',
  rolesHint: 'A contributor without a role gets these.',
  namesLegend: 'Name in other languages or scripts',
  language: 'Language',
  nameIn: 'Name in this language',
  addName: 'Add name',
  remove: 'Remove',
  removeName: (place: number) => `Remove name ${place}`,
  nameItem: (place: number) => `Name ${place}`,
  nameIncomplete: 'Choose the language and enter the name, or remove the line.',
  save: 'Save',
  create: 'Create artist',
  saved: 'Saved. Drafts that name this artist follow within seconds.',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'This cannot be undone. An artist that releases name cannot be deleted.',
}

/** Of the language of this build. */
export const artistWords = en
