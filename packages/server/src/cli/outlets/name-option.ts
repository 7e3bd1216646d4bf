import { UsageError } from '@spindle/command-line'
import { SetupRefused } from '../../features/interchange/index.ts'

/** Problems of settings, in the words of the command line. */

interface Options {
  /** The option that the territories were given with. */
  readonly territories?: '--territories' | '--not-in'
}

/** Runs `work`; what it refuses names the option. */
export function withOptionNames<T>(work: () => T, options?: Options): T {
  try {
    return work()
  } catch (error) {
    throw toUsageError(error, options)
  }
}

/** The same for work that waits. */
export const withOptionNamesOf = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toUsageError(error)
  })

const toUsageError = (error: unknown, options?: Options): unknown =>
  error instanceof SetupRefused ? new UsageError(nameOption(error, options)) : error

function nameOption({ field, message, fix, least }: SetupRefused, { territories = '--territories' }: Options = {}) {
  switch (field) {
    case 'recipients':
      return `Give --to ${least === 2 ? 'twice' : 'once'}: the DPID and name of the recipient`
    case 'ernVersion':
      return `${message}: use --ern ${fix}`
    case 'territories':
      return `${territories}: ${message}; write ${fix}`
    case 'genres':
      return `--genres: ${message}; outlets genres lists the genres`
    case 'privateKey':
      return message
  }
}
