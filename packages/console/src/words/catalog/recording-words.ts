import { count } from '../english.ts'

/** The texts of the pages about recordings, loaded with them. Another language is another object of this type. */

const en = {
  lead: 'Audio that was delivered at least once. It keeps its ISRC on every later release.',
  search: 'Search recordings',
  searchHint: 'Title or ISRC',
  columns: { title: 'Title', isrc: 'ISRC', length: 'Length', tracks: 'Tracks' },
  emptyTitle: 'No recordings yet',
  empty: 'Audio becomes a recording when a release with it is first delivered.',
  nothingTitle: 'No recordings found',
  nothing: 'Try another part of the title, or the whole ISRC.',
  more: 'Show more recordings',
  back: 'All recordings',
  facts: { isrc: 'ISRC', length: 'Length', tracks: 'Tracks', streams: 'Streams in 28 days' },
  unknown: 'Unknown',
  credits: 'Credits',
  noCredits: 'No credits are entered.',
  releases: 'Releases with this recording',
  releaseColumns: { release: 'Release', status: 'Status', date: 'Release date', isrc: 'ISRC' },
  noReleases: 'No release has this recording any more. It keeps its ISRC.',
  noIsrc: 'None yet',
  hidden: (more: number) => `${count(more, 'older track is', 'older tracks are')} not shown.`,
}

/** Of the language of this build. */
export const recordingWords = en
