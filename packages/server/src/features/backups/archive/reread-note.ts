import { randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '../../../platform/durable-files.ts'

/** Where in a folder the last backup ended to read what was there already. */
export interface RereadNote {
  /** What `noteReread` was given last; empty at first. */
  findReread(): Promise<string>
  noteReread(after: string): Promise<void>
}

export function rereadNote(root: string): RereadNote {
  const path = join(root, 'reread.json')
  return {
    async findReread() {
      try {
        const { after } = JSON.parse(await readFile(path, 'utf8')) as { readonly after?: unknown }
        return typeof after === 'string' ? after : ''
      } catch {
        // Missing or damaged: everything is read from the beginning.
        return ''
      }
    },
    async noteReread(after) {
      const draft = join(root, 'incoming', randomUUID())
      await writeDurably(draft, `${JSON.stringify({ after })}\n`)
      await rename(draft, path)
    },
  }
}
