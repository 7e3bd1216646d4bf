import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whatever a benchmark leaves behind, undone in reverse order: after each goal, and when the run is interrupted. */
export interface Scratch {
  /** A new directory, removed at the end. */
  directory(name: string): Promise<string>
  onClose(undo: () => Promise<void>): void
  close(): Promise<void>
}

export function createScratch(): Scratch {
  const undos: (() => Promise<void>)[] = []
  return {
    async directory(name) {
      const path = await mkdtemp(join(tmpdir(), `spindle-bench-${name}-`))
      undos.push(() => rm(path, { recursive: true, force: true }))
      return path
    },
    onClose: (undo) => void undos.push(undo),
    async close() {
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop())
        await undo().catch((error: unknown) => console.error('Not cleaned up:', error))
    },
  }
}
