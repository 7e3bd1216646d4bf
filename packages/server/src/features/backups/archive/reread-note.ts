import { randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../../platform/files/durable-files.ts'

/** The position in a folder where the last backup stopped re-reading existing files. */
export interface RereadNote {
  /** The last value given to `noteReread`; empty at first. */
  findReread(): Promise<string>
  noteReread(after: string): Promise<void>
}

export const rereadFile = 'reread.json'

export const rereadText = (after: string): string => `${JSON.stringify({ after })}\n`

/** Missing or damaged: everything is read from the start. */
export function parseReread(content: string | undefined): string {
  try {
    const { after } = JSON.parse(content ?? '') as { readonly after?: unknown }
    return typeof after === 'string' ? after : ''
  } catch {
    return ''
  }
}

export function rereadNote(root: string): RereadNote {
  const path = join(root, rereadFile)
  return {
    findReread: async () => parseReread(await readFile(path, 'utf8').catch(() => undefined)),
    async noteReread(after) {
      const draft = join(root, 'incoming', randomUUID())
      await writeDurably(draft, rereadText(after))
      await rename(draft, path)
    },
  }
}
