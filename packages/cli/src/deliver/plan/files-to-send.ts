import type { FolderFile } from '../folder/read-folder.ts'
import type { Plan } from './make-plan.ts'

/** A file that becomes an upload. */
export interface FileToSend {
  readonly file: FolderFile
  readonly kind: 'audio' | 'image'
}

/** In the order of the tracks, the cover last. */
export const listFilesToSend = ({ tracks, cover }: Plan): readonly FileToSend[] => [
  ...tracks.map(({ master }) => ({ file: master.file, kind: 'audio' as const })),
  ...(cover ? [{ file: cover.file, kind: 'image' as const }] : []),
]
