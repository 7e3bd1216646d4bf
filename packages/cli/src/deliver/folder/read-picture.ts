import { open } from 'node:fs/promises'
import { maxPictureHeaderBytes, type PictureHeader, readPictureHeader } from '@spindle/client/suggest'
import type { FolderFile } from './read-folder.ts'

/** A picture on disk, as its header describes it. */
export interface Picture extends PictureHeader {
  readonly file: FolderFile
}

/** Reads at most 4 MiB. Throws only for a file that cannot be opened. */
export async function readPicture(file: FolderFile): Promise<Picture> {
  const handle = await open(file.path)
  try {
    const bytes = Buffer.alloc(Math.min(file.size, maxPictureHeaderBytes))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    return { file, ...readPictureHeader(bytes.subarray(0, bytesRead)) }
  } finally {
    await handle.close()
  }
}
