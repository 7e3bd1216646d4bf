import { UploadError } from '../errors.ts'

/** What can be wrong with files on this side of an upload; every message names the file or folder. */

const words: Readonly<Record<string, readonly [code: string, words: string]>> = {
  ENOENT: ['file_not_found', 'there is no such file'],
  ENOTDIR: ['file_not_found', 'there is no such file'],
  EACCES: ['file_not_permitted', 'you may not read it'],
  EPERM: ['file_not_permitted', 'you may not read it'],
  EISDIR: ['file_is_directory', 'it is a folder'],
  EINVAL: ['file_not_regular', 'it is not a regular file'],
  EMFILE: ['file_unreadable', 'this process has too many files open'],
  EIO: ['file_unreadable', 'its disk failed to read it'],
  ESTALE: ['file_unreadable', 'its disk failed to read it'],
}

const storeWords: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'your quota on its disk is used up',
  EROFS: 'its disk is read-only',
  EACCES: 'you may not use it',
  EPERM: 'you may not use it',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
}

/** The folder of a store that cannot be read or written: going on would lose what a later call needs. */
export function storeUnusable(folder: string, uploadId: string | undefined, cause: unknown): never {
  const { code: system = '', message = '' } = cause as { readonly code?: string; readonly message?: string }
  throw new UploadError(`${folder} cannot remember unfinished uploads: ${storeWords[system] ?? message}`, {
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
  throw new UploadError(`${path} became shorter while it was uploaded: it ends at byte ${offset}`, {
    code: 'source_ended',
    offset,
    isResumable: false,
  })
}

/** A file that was written to while it was uploaded: nobody knows which bytes arrived. */
export function fileChanged(path: string): never {
  throw new UploadError(`${path} was changed while it was uploaded. Upload it again when nothing writes to it`, {
    code: 'source_changed',
    offset: 0,
    isResumable: false,
  })
}
