import { basename, resolve } from 'node:path'
import type { Upload } from '@spindle/contract'
import type { Spindle } from '../spindle.ts'
import type { UploadOptions } from '../uploads/create-upload.ts'
import { openFile } from './file-source.ts'

/** Longer ones are hashed while they are sent, because reading them beforehand would cost a noticeable time. */
const largestHashedBeforehand = 64 * 1024 ** 2

/**
 * Uploads a file, streamed. Its SHA-256 is compared with what the hub found: up to 64 MiB it is announced beforehand and
 * the hub refuses anything else; of a longer file it is made while it is sent, and an upload that differs is removed.
 * The same call continues where an earlier one ended: up to 64 MiB the digest names the file, so it may have moved; a
 * longer one is named by path, size and time. With `transfer: 'auto'` every file is read beforehand. Throws
 * `UploadError` that names the file if it cannot be read.
 */
export async function uploadFile(client: Spindle, path: string, options: UploadOptions = {}): Promise<Upload> {
  const { source, name, readSha256 } = await openFile(resolve(path))
  try {
    const isHashedBefore = source.size <= largestHashedBeforehand || options.transfer === 'auto'
    const sha256 = options.sha256 ?? (isHashedBefore ? await readSha256(options.signal) : undefined)
    return await client.uploads.create(source, {
      ...options,
      filename: options.filename ?? basename(path),
      sha256,
      resume: options.resume ?? sha256 ?? name,
    })
  } finally {
    await source.close()
  }
}
