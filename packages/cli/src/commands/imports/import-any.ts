import { extname } from 'node:path'
import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import type { importInput } from './import-commands.ts'
import { importPackages } from './import-packages.ts'

const tableEnds: readonly string[] = ['.csv', '.tsv', '.xlsx']

/** A table by the end of its name; everything else is a package. */
export const importAny: CommandHandler<typeof importInput> = async (context, input) => {
  if (tableEnds.includes(extname(input.package).toLowerCase()))
    return (await import('./import-table.ts')).importTable(context, input)
  const { audio, preset, mapping, dryRun } = input
  if (audio !== undefined || preset !== undefined || mapping !== undefined || dryRun)
    throw new UsageError(
      '--audio, --preset, --mapping and --dry-run are for tables',
      `Name a table that ends in ${tableEnds.join(', ')}, or leave the options out.`,
    )
  return importPackages(context, input)
}
