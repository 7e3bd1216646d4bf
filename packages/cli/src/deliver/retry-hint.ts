import type { CommandContext } from '../command-line/command-context.ts'
import type { DeliverOptions } from './deliver-folder.ts'

/** The very command that goes on, ready to be pasted into a shell. */
export function retryHint({ askedProfile, askedHub, environment }: CommandContext, options: DeliverOptions): string {
  const words = [
    'spindle deliver',
    quoteForShell(options.folder),
    options.submit ? '--submit' : '',
    options.watch ? '--watch' : '',
    options.concurrency === 3 ? '' : `--concurrency ${options.concurrency}`,
    askedHub === undefined ? '' : `--hub ${quoteForShell(askedHub)}`,
    // From the environment it is there the next time as well.
    askedProfile === undefined || askedProfile === environment.SPINDLE_PROFILE
      ? ''
      : `--profile ${quoteForShell(askedProfile)}`,
  ]
  return words.filter((word) => word !== '').join(' ')
}

const quoteForShell = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
