import { AppError, errors } from '@spindle/contract'
import { type DestinationStream, pino } from 'pino'
import type { LogEventAt, LogLevel } from './log-events.ts'

/** Log levels, least to most severe. */

/**
 * Structured log: an event of `logEvents` at a level that the list gives it, and allow-listed fields. Never pass
 * headers, bodies or credentials.
 */
export interface Log {
  debug(event: LogEventAt<'debug'>, fields?: Readonly<Record<string, unknown>>): void
  info(event: LogEventAt<'info'>, fields?: Readonly<Record<string, unknown>>): void
  warn(event: LogEventAt<'warn'>, fields?: Readonly<Record<string, unknown>>): void
  error(event: LogEventAt<'error'>, fields?: Readonly<Record<string, unknown>>): void
}

/**
 * JSON lines on standard output (or the given stream). An `error` field is written as its name, message, code and
 * stack.
 */
export function jsonLog(level: LogLevel | 'silent', stream?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'event',
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: (error: unknown) => describeError(error) },
  }
  const logger = stream ? pino(options, stream) : pino(options)
  const at =
    (name: LogLevel) =>
    (event: LogEventAt<LogLevel>, fields: Readonly<Record<string, unknown>> = {}) =>
      logger[name](fields, event)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** Writes nothing. */
export const silentLog: Log = jsonLog('silent')

/** Something is unreachable or full, which is not a defect of the hub: a stack would not help. */
const isForNow = (error: Error): boolean => error instanceof AppError && errors[error.code].status > 500

/** Causes are included, because the public error hides the details of its cause. */
function describeError(error: unknown, withoutStack = false): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const isOutage = withoutStack || isForNow(error)
  const { code } = error as Error & { code?: unknown }
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(isOutage ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause, isOutage) }),
  }
}
