import { CommandError, exitCodes } from '@spindle/command-line'

/** The errors that only `spindle` has. What the hub answers is `SpindleError`. */

/** A credential is missing or cannot be read. */
export class CredentialsError extends CommandError {
  constructor(message: string, fix: string) {
    super(message, { exitCode: exitCodes.credentials, code: 'credentials_missing', fix })
  }
}

/** The user pressed Ctrl-C; `hint` says how to continue. */
export class InterruptedError extends CommandError {
  constructor(hint?: string) {
    super('Interrupted', { exitCode: exitCodes.interrupted, code: 'interrupted', fix: hint })
  }
}
