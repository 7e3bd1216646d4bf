import { afterAll } from 'vitest'

/**
 * Undoes at the end of a file of tests what was done in it, the newest first. Hooks that are registered while a test or
 * another hook runs are never called; this one is registered when the file is read.
 */

type Undo = () => unknown

const undone: Undo[] = []

export const atEnd = (undo: Undo): void => {
  undone.push(undo)
}

afterAll(async () => {
  const failures: unknown[] = []
  for (const undo of undone.splice(0).reverse()) {
    try {
      await undo()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be undone')
})
