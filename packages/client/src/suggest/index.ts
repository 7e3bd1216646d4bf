/**
 * What the files of a folder say about their release: kinds, names, order, headers, and the release that tags
 * suggest. Pure, so that the command line and the console say the same of the same files.
 */

export { type CheckedFile, checkCover, checkMaster } from './check-file.ts'
export { type CoverChoice, chooseCover } from './choose-cover.ts'
export { detectFileKind, extensionOf, type FileKind, isHidden, parseDiscFolder } from './file-kind.ts'
export { type DeliveryFile, type Master, type MasterFormat, type MasterTags, noTags } from './master.ts'
export { orderTracks, type PlacedMaster, type TrackOrder } from './order-tracks.ts'
export { parseTrackNames, type TrackName } from './parse-track-names.ts'
export type { PictureFormat } from './picture/picture-format.ts'
export { maxPictureHeaderBytes, type PictureHeader, readPictureHeader } from './picture/read-picture-header.ts'
export { type Id3Names, readId3Names } from './read-id3-names.ts'
export { type FoundTags, readTags } from './read-tags.ts'
export {
  type ReleaseMembers,
  type SuggestionNote,
  type Suggestions,
  suggestRelease,
  type TrackMembers,
  type TrackSuggestion,
} from './suggest-release.ts'
