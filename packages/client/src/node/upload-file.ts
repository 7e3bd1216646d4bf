import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { Upload } from '@spindle/contract'
import type { Spindle } from '../spindle.ts'
import type { UploadSource } from '../uploads/source.ts'
import type { UploadOptions } from '../uploads/uploads.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.aif': 'audio/aiff',
  '.aiff': 'audio/aiff',
  '.flac': 'audio/flac',
  '.mp3': 'audio/mpeg',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
}

/**
 * Uploads a file. It is read once beforehand for its SHA-256, which the hub then checks and which names the file, so a
 * second call goes on even when the file has moved, and begins anew when its bytes have changed.
 */
export async function uploadFile(client: Spindle, path: string, options: UploadOptions = {}): Promise<Upload> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const sha256 = options.sha256 ?? (await sha256Of(path, options.signal))
    return await client.uploads.create(fileSource(file, size), {
      ...options,
      filename: options.filename ?? basename(path),
      contentType: options.contentType ?? mediaTypes[extname(path).toLowerCase()],
      sha256,
    })
  } finally {
    await file.close()
  }
}

async function sha256Of(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const fileSource = (file: FileHandle, size: number): UploadSource => ({
  size,
  async read(offset, length) {
    const bytes = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return filled === length ? bytes : bytes.slice(0, filled)
  },
})
