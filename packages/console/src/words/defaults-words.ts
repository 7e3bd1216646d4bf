/** The texts of the forms of defaults. Another language is another object of this type. */

const en = {
  name: 'Label name',
  nameHint: 'As releases have it as their label. Case is ignored.',
  ofReleases: 'Releases',
  ofTracks: 'Tracks',
  tracks: 'tracks',
  ofTracksLead: 'For every track without its own value.',
  yearHint: 'If empty, the year of the release.',
  reload: 'Show the saved values',
  save: 'Save',
  lead: 'What is the same in your releases. New drafts of tables, the API and the command line take from here what they leave out, first from their label. Drafts that you make in the console do not.',
  viewer: 'change defaults',
  saved: 'Saved. New drafts take these values; existing releases do not change.',
}

/** Of the language of this build. */
export const defaultsWords = en
