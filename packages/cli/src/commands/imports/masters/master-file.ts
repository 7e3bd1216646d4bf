import type { Spindle, Upload, UploadOptions } from '@spindle/client'

/** A file that may be a master or a cover, in a folder or in a ZIP. */
export interface MasterFile {
  /** As people see it: the place that was named, and the path in it. */
  readonly name: string
  /** Below the folder or in the archive, with `/`. */
  readonly inPlace: string
  /** Where it is; in an archive, of the archive and of the entry. No two files have the same. */
  readonly path: string
  /** 0 if it is gone, which is reported when its turn comes. */
  size(): Promise<number>
  /** Default: as the file at `path`. */
  readonly upload?: (client: Spindle, options: UploadOptions) => Promise<Upload>
}

/** All files of one place. */
export interface MasterPlace {
  readonly files: readonly MasterFile[]
  close(): void
}
