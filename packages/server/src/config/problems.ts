/** One thing wrong with the configuration: which key, what, and the fix. Never holds the value of a secret. */
export interface ConfigProblem {
  readonly key: string
  readonly problem: string
  readonly fix: string
}

/** Thrown once, with everything that is wrong; the process ends with 78 (EX_CONFIG of sysexits.h). */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]
  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ key, problem, fix }) => `${key}: ${problem}. Fix: ${fix}`).join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}
