import { quoteForShell } from '../command-line/repeat-options.ts'
import type { DeliverOptions } from './deliver-folder.ts'

/** The command that continues this delivery, as it can be pasted into a shell. The output adds which hub it is for. */
export function retryHint({
  folder,
  submit,
  watch,
  concurrency,
  update,
  reason,
  until,
  bytesPerSecond,
  stateDir,
}: RetriedOptions): string {
  const words = [
    'spindle deliver',
    ...[folder].flat().map(quoteForShell),
    submit ? '--submit' : '',
    watch ? '--watch' : '',
    watch && until === 'live' ? '--until live' : '',
    update ? '--update' : '',
    reason === undefined ? '' : `--reason ${quoteForShell(reason)}`,
    concurrency === 3 ? '' : `--concurrency ${concurrency}`,
    bytesPerSecond === undefined ? '' : `--bwlimit ${bytesPerSecond}`,
    stateDir === undefined ? '' : `--state-dir ${quoteForShell(stateDir)}`,
  ]
  return words.filter((word) => word !== '').join(' ')
}

type RetriedOptions = { readonly folder: string | readonly string[] } & Pick<
  DeliverOptions,
  'submit' | 'watch' | 'concurrency' | 'update' | 'until'
> &
  Partial<Pick<DeliverOptions, 'bytesPerSecond' | 'stateDir' | 'reason'>>
