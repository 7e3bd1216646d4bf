import type { Finding } from '@spindle/client'
import {
  checkCover,
  checkMaster,
  detectFileKind,
  type Master,
  maxPictureHeaderBytes,
  noTags,
  type PictureFormat,
  readId3Names,
  readPictureHeader,
  readTags,
} from '@spindle/client/suggest'
import { readAudioHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import type { ChosenFile } from './chosen-file.ts'
import { readInPages } from './paged-source.ts'

/** What header and tags show of a file before a byte of it is sent, by the hub's own rules. */

export interface ExaminedMaster extends Master<ChosenFile> {
  readonly kind: 'audio'
  readonly findings: readonly Finding[]
}

export interface ExaminedPicture {
  readonly kind: 'image'
  readonly file: ChosenFile
  readonly format: PictureFormat | undefined
  readonly findings: readonly Finding[]
}

/** Neither a master nor a cover. */
export interface ForeignFile {
  readonly kind: 'foreign'
  readonly file: ChosenFile
}

export type Examined = ExaminedMaster | ExaminedPicture | ForeignFile

/** One after the other: the headers of a hundred files at once would fill the memory of a phone. */
export async function examineFiles(files: readonly ChosenFile[]): Promise<readonly Examined[]> {
  const examined: Examined[] = []
  for (const file of files) {
    // What the browser cannot read, such as a folder, cannot be delivered.
    const one = await examineFile(file).catch((): Examined => ({ kind: 'foreign', file }))
    if (one) examined.push(one)
  }
  return examined
}

/** Undefined for files that do not belong to a delivery and need no message: playlists, logs. */
async function examineFile(file: ChosenFile): Promise<Examined | undefined> {
  switch (detectFileKind(file.name)) {
    case 'ignored':
      return undefined
    case 'image':
      return examinePicture(file)
    case 'manifest':
    case 'unknown':
      return { kind: 'foreign', file }
    // By its bytes, not by its name.
    case 'foreignAudio':
    case 'master':
      return examineMaster(file)
  }
}

/** Whether the hub would refuse it, so that it is not sent. */
export const isRefused = ({ findings }: { readonly findings: readonly Finding[] }): boolean =>
  findings.some(({ severity }) => severity === 'error')

async function examineMaster(file: ChosenFile): Promise<ExaminedMaster> {
  const header = await readHeader(file)
  const { findings } = checkMaster(header)
  const tags = findings.length > 0 && header.unusable ? noTags : await readFileTags(file)
  return { kind: 'audio', file, ...header, tags, findings }
}

async function readHeader({ bytes }: ChosenFile): Promise<Pick<Master, 'format' | 'unusable'>> {
  try {
    return { format: await readInPages(bytes, readAudioHeader), unusable: undefined }
  } catch (error) {
    if (error instanceof UnusableMedia) return { format: undefined, unusable: error }
    throw error
  }
}

/** A file with unreadable tags has no tags. The reader is large, so it comes with the first file. */
async function readFileTags({ bytes }: ChosenFile): Promise<Master['tags']> {
  try {
    const { parseBlob } = await import('music-metadata')
    const found = await parseBlob(bytes, { skipCovers: true, duration: false })
    return readTags(found, withoutControls, await readInPages(bytes, readId3Names))
  } catch {
    return noTags
  }
}

/** Without characters that would change the reading direction of the text around it, or break its line. */
const withoutControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')

async function examinePicture(file: ChosenFile): Promise<ExaminedPicture> {
  const start = new Uint8Array(await file.bytes.slice(0, maxPictureHeaderBytes).arrayBuffer())
  const header = readPictureHeader(start)
  return { kind: 'image', file, format: header.format, findings: checkCover(header, file.size).findings }
}
