import type { LoadGenerator } from './load.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Report } from './report.ts'
import type { Scratch } from './scratch.ts'

/** What a goal's benchmark works with. */
export interface Bench {
  /** Fewer rounds and smaller files: enough to see whether a change broke something, too rough to be quoted. */
  readonly isQuick: boolean
  /** The attacks of `neighbours` that are measured; all of them when there is none. */
  readonly attacks: readonly string[]
  /** Undone when the goal is measured. */
  readonly scratch: Scratch
  readonly load: LoadGenerator
  /** What starts the hub, and runs the commands of its operator. */
  readonly hubModule: string
  /** Started on first use, shared by all goals. */
  postgres(): Promise<BenchPostgres>
}

/** One line of the goals: what is measured, against what. */
export interface Goal {
  readonly id: string
  readonly title: string
  run(bench: Bench): Promise<Report>
}
