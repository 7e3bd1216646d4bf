/** Command-line programs from data: commands with their arguments and options, help, errors, completion. */

export { type BuildIdentity, readBuildIdentity, readCommit } from './build-identity.ts'
export {
  buildProgram,
  type ProgramData,
  type ProgramOptions,
  runProgram,
} from './build-program.ts'
export { CommandError, type ExitCode, exitCodes, type Problem, UsageError } from './command-error.ts'
export {
  type ArgumentDefinition,
  type Command,
  type CommandData,
  type CommandDefinition,
  type CommandHandler,
  type CommandInput,
  defineCommand,
  describeCommand,
  formatArgument,
  formatUsage,
  type InputValues,
  type OptionDefinition,
} from './define-command.ts'
export * from './option-types.ts'
export { describeSystemError, isSystemError, type SystemError } from './system-error.ts'
