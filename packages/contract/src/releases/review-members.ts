import { ReleaseDocument, TrackEdit } from './release-model.ts'

/**
 * Which members of a reviewed release may change without another review. A track's members are written `tracks.title`;
 * tracks that are added, removed or moved are `tracks`.
 */

/** What identifies a release, and who is responsible for it: a change of these always waits for review. */
const alwaysReviewed: readonly string[] = [
  'title',
  'subtitle',
  'version',
  'titles',
  'displayArtist',
  'contributors',
  'isCompilation',
  'label',
  'pLine',
  'cLine',
  'coverUploadId',
  'upc',
  'grid',
  'replaces',
  'importIssues',
  'tracks',
  'tracks.uploadId',
  'tracks.title',
  'tracks.subtitle',
  'tracks.version',
  'tracks.titles',
  'tracks.displayArtist',
  'tracks.contributors',
  'tracks.isrc',
  'tracks.iswc',
  'tracks.pLine',
]

const trackMembers = Object.keys(TrackEdit.properties).filter((name) => name !== 'id')

/** The names an operator may list in SPINDLE_REVIEW_FREE_MEMBERS. */
export const freeableMembers: readonly string[] = [
  ...Object.keys(ReleaseDocument.properties),
  ...trackMembers.map((name) => `tracks.${name}`),
]
  .filter((name) => !alwaysReviewed.includes(name))
  .sort()
