import type { ErrorWithFinding } from '../platform/checks.ts'

/** One thing wrong with the configuration: which key, what, and the fix. Never holds the value of a secret. */
export interface ConfigProblem {
  readonly key: string
  readonly problem: string
  readonly fix: string
}

/** Thrown once, with everything that is wrong; the process ends with 78 (EX_CONFIG of sysexits.h). */
export class ConfigError extends Error implements ErrorWithFinding {
  readonly problems: readonly ConfigProblem[]
  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ key, problem, fix }) => `${key}: ${problem}. Fix: ${fix}`).join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
  /** Several things may be wrong at once. */
  get finding(): ErrorWithFinding['finding'] {
    return {
      text: this.problems.map(({ key, problem }) => `${key}: ${problem}`).join('; '),
      fix: this.problems.map(({ fix }) => fix).join('; '),
    }
  }
}
