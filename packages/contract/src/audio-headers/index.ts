/**
 * What the first bytes of a master contain, without decoding it. Bytes are hostile: every length is checked before it
 * is used.
 */

export { readAiffHeader } from './aiff-header.ts'
export { type ByteSource, bytesInMemory, readBytes } from './byte-source.ts'
export { findSignature } from './file-signatures.ts'
export { readFlacHeader, type StreamInfo } from './flac-header.ts'
export { locateAudio } from './locate-audio.ts'
export { isSameStream, type Mp3Frame, parseMp3Frame } from './mp3-frame.ts'
export type { Mp3Start } from './mp3-start.ts'
export type { PackedLayout, PcmFormat, PcmHeader } from './pcm-format.ts'
export { readAudioHeader } from './read-audio-header.ts'
export { requirePicture } from './require-picture.ts'
export { type UnusableCode, UnusableMedia, unusableCodes } from './unusable-media.ts'
export { readWavHeader } from './wav-header.ts'
