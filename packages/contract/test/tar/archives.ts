import { type FoundTarFile, listTarFiles, tarEndBytes, tarHeader, tarPaddingBytes } from '../../src/tar/index.ts'

/** Archives made and read by our own code, in memory. */

export const modifiedAt = new Date('2026-11-22T12:00:00Z')

export const archiveOf = (files: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([name, content]) => [
      tarHeader({ name, bytes: content.length, modifiedAt }),
      content,
      Buffer.alloc(tarPaddingBytes(content.length)),
    ]),
    Buffer.alloc(tarEndBytes),
  ])

export async function filesOf(archive: Uint8Array): Promise<FoundTarFile[]> {
  const files: FoundTarFile[] = []
  for await (const file of listTarFiles(async (position, length) => archive.subarray(position, position + length)))
    files.push(file)
  return files
}

/** Files of every sort of length. */
export const files = {
  'archive.json': Buffer.from('{}\n'),
  'files/AA/one.flac': Buffer.alloc(512, 1),
  'files/AA/two.flac': Buffer.alloc(1_000, 2),
  empty: Buffer.alloc(0),
}
