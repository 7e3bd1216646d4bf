import { figure } from '../english.ts'

/** The texts of the pages about labels, loaded with them. Another language is another object of this type. */

const en = {
  lead: 'The labels of your releases and their defaults. A new draft takes the values it leaves out from its label.',
  search: 'Search labels',
  searchHint: 'Part of the name',
  columns: { name: 'Name', defaults: 'Defaults', changed: 'Changed' },
  none: 'None',
  ofTracks: (names: string) => `Tracks: ${names}`,
  more: (members: number) => `+${figure(members)}`,
  make: 'New label',
  emptyTitle: 'No labels yet',
  empty: 'Create a label with the values that its releases share.',
  nothingTitle: 'No labels found',
  nothing: 'Try another part of the name.',
  back: 'All labels',
  viewer: 'change labels',
  formLead:
    'New drafts from tables, the API and the command line take these values. Drafts that you make in the console do not.',
  create: 'Create label',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'This cannot be undone. Releases keep the name and the values that they took from it.',
}

/** Of the language of this build. */
export const labelWords = en
