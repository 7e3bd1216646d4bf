import { CommandError, type ExitCode, exitCodes } from '../errors.ts'

/** What stands against a delivery, thing by thing. */
export interface Problem {
  /** JSON Pointer, or the name of a file. */
  readonly pointer: string
  readonly detail: string
  readonly fix?: string | undefined
}

/** The folder, or what the hub found in it, stands against the delivery. */
export class DeliverError extends CommandError {
  constructor(
    message: string,
    {
      problems = [],
      ...facts
    }: {
      readonly code: string
      readonly exitCode?: ExitCode
      readonly fix?: string | undefined
      readonly problems?: readonly Problem[]
      readonly cause?: unknown
    },
  ) {
    super(message, {
      exitCode: exitCodes.validation,
      ...facts,
      problems: problems.map(({ pointer, detail, fix }) => ({ where: pointer, what: detail, fix })),
    })
  }
}
