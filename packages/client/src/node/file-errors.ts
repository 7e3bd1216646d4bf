import { UploadError } from '../errors.ts'

/** What can be wrong with files on this side of an upload; every message names the file or folder. */

const words: Readonly<Record<string, readonly [code: string, words: string]>> = {
  ENOENT: ['file_not_found', 'the file does not exist'],
  ENOTDIR: ['file_not_found', 'the file does not exist'],
  EACCES: ['file_not_permitted', 'you do not have permission to read it'],
  EPERM: ['file_not_permitted', 'you do not have permission to read it'],
  EISDIR: ['file_is_directory', 'it is a folder'],
  EINVAL: ['file_not_regular', 'it is not a regular file'],
  EMFILE: ['file_unreadable', 'this process has too many files open'],
  EIO: ['file_unreadable', 'the disk could not read it'],
  ESTALE: ['file_unreadable', 'the disk could not read it'],
}

const folderWords: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'your quota on its disk is full',
  EROFS: 'its disk is read-only',
  EACCES: 'you do not have permission to use it',
  EPERM: 'you do not have permission to use it',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
}

/** The folder of a cache that cannot be read or written: continuing would lose what a later call needs. */
export function folderUnusable(folder: string, uploadId: string | undefined, cause: unknown): never {
  const { code: system = '', message = '' } = cause as { readonly code?: string; readonly message?: string }
  throw new UploadError(`${folder} cannot store the state of unfinished uploads: ${folderWords[system] ?? message}`, {
    code: 'store_unusable',
    uploadId,
    offset: 0,
    isResumable: false,
    cause,
  })
}

/** A file that cannot be opened or read; takes an error of the system. */
export function fileUnreadable(path: string, cause: unknown): never {
  const { code: system = '', message = '' } = cause as { readonly code?: string; readonly message?: string }
  const [code, why] = words[system] ?? ['file_unreadable', message === '' ? system : message]
  throw new UploadError(`${path} cannot be uploaded: ${why}`, {
    code,
    offset: 0,
    isResumable: code === 'file_unreadable',
    cause,
  })
}

/** A file that is shorter than it was when it was opened. */
export function fileEnded(path: string, offset: number): never {
  throw new UploadError(`${path} became shorter during the upload: it ends at byte ${offset}`, {
    code: 'source_ended',
    offset,
    isResumable: false,
  })
}

/** A file that was written to while it was uploaded: it is unknown which bytes arrived. */
export function fileChanged(path: string): never {
  throw new UploadError(`${path} changed during the upload. Upload it again when no program writes to it`, {
    code: 'source_changed',
    offset: 0,
    isResumable: false,
  })
}
