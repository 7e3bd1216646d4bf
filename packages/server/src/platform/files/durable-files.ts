import { open } from 'node:fs/promises'

/** Writes a file that only its owner may read, and returns when the bytes are on the disk. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await write(file, text, 'w')
}

/** The same, but rejects if the file exists. */
export async function writeNewFile(file: string, content: string | Buffer): Promise<void> {
  await write(file, content, 'wx')
}

async function write(file: string, content: string | Buffer, flags: 'w' | 'wx'): Promise<void> {
  const handle = await open(file, flags, 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A rename or a new name survives a power cut only once its directory is on the disk. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
