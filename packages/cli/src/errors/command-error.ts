import { CommandError, exitCodes } from '@spindle/command-line'

/** Errors that only `spindle` has. Those of the hub are `SpindleError`. */

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
