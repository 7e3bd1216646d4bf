import { open } from 'node:fs/promises'

/** Writes a file only its owner may read, and returns when the bytes are on the disk. */
export async function writeDurably(file: string, text: string): Promise<void> {
  await write(file, text, 'w')
}

/** The same, and rejects where there is a file of this name. */
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

/** A rename or a new name is only safe against power loss once its directory is on the disk. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
