import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { nameOf, readTimes } from './file-times.ts'

/**
 * Runs the longest files of a level first, so that no worker starts one when the others are done. The times are
 * recorded (`file-times.json`), because a fresh clone has none; a file without one is new, and comes first.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readTimes()
    const timeOf = ({ moduleId }: TestSpecification): number => times[nameOf(moduleId)] ?? Number.POSITIVE_INFINITY
    // The levels themselves keep the order that the runner gives them.
    const levels = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...levels.values()].flatMap((level) => level.toSorted((one, other) => compare(timeOf(one), timeOf(other))))
  }
}

const compare = (one: number, other: number): number => (one === other ? 0 : other - one)
