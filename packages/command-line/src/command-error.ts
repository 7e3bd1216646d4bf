/** Errors of a command itself, and what each failure means for the shell. */

/** Exit codes of every program; docs/cli.md and docs/operating.md publish them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  credentials: 3,
  validation: 4,
  /** A setting of the hub (sysexits.h): a supervisor does not start it again. */
  config: 78,
  interrupted: 130,
} as const
/** One of `exitCodes`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** One of several things that are wrong: where (JSON Pointer or the name of a file), what, and the fix. */
export interface Problem {
  readonly where: string
  readonly what: string
  readonly fix?: string | undefined
}

interface CommandErrorDetails {
  readonly exitCode?: ExitCode | undefined
  readonly code?: string | undefined
  readonly fix?: string | undefined
  readonly problems?: readonly Problem[] | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** A failure that is explained: what happened, and what to do. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  readonly code: string
  readonly fix: string | undefined
  readonly problems: readonly Problem[]
  readonly requestId: string | undefined

  constructor(message: string, facts: CommandErrorDetails = {}) {
    const { exitCode = exitCodes.failed, code = 'failed', fix, problems = [], requestId, cause } = facts
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.exitCode = exitCode
    this.code = code
    this.fix = fix
    this.problems = problems
    this.requestId = requestId
  }
}

/** The command line is not understood. */
export class UsageError extends CommandError {
  constructor(message: string, fix?: string) {
    super(message, { exitCode: exitCodes.usage, code: 'usage', fix })
  }
}
