import type { Context } from '../context.ts'
import type { DeliverOptions } from './deliver.ts'

/** The very command that goes on, ready to be pasted into a shell. */
export function retryHint({ askedProfile, askedHub, environment }: Context, options: DeliverOptions): string {
  const words = [
    'spindle deliver',
    quote(options.folder),
    options.submit ? '--submit' : '',
    options.watch ? '--watch' : '',
    options.concurrency === 3 ? '' : `--concurrency ${options.concurrency}`,
    askedHub === undefined ? '' : `--hub ${quote(askedHub)}`,
    // From the environment it is there the next time as well.
    askedProfile === undefined || askedProfile === environment.SPINDLE_PROFILE
      ? ''
      : `--profile ${quote(askedProfile)}`,
  ]
  return words.filter((word) => word !== '').join(' ')
}

const quote = (text: string): string => (/^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
