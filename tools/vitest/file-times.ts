import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Where the time of each file of tests is kept between runs, and on machines that never ran them. */
export const timesFile = resolve(import.meta.dirname, 'file-times.json')

/** The name of a file in that record: its path from the root of the repository. */
export const nameOf = (moduleId: string): string => relative(root, moduleId)

/** Milliseconds of each file, as last recorded. */
export const readTimes = (): Record<string, number> =>
  JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>
