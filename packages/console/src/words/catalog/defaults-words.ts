/** The texts of the forms of defaults. Another language is another object of this type. */

const en = {
  name: 'Label name',
  nameHint: 'The name that releases have as their label. Case is ignored.',
  ofReleases: 'Releases',
  ofTracks: 'Tracks',
  tracks: 'tracks',
  ofTracksLead: 'For every track without its own value.',
  yearHint: 'Leave empty for the year of the release.',
  reload: 'Show the saved values',
  save: 'Save',
  lead: 'Values that your releases share. A new draft from a table, the API or the command line takes the values it leaves out from its label, then from here. Drafts that you make in the console do not.',
  viewer: 'change defaults',
  saved: 'Saved. New drafts take these values; existing releases do not change.',
}

/** Of the language of this build. */
export const defaultsWords = en
