import { extname } from 'node:path'
import type { NewTableImport, TableMapping } from '@spindle/client'
import { CommandError, exitCodes, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import { readDocument } from '../../files/read-document.ts'

/** Mappings of tables as people write them. The hub checks their content. */

const ends: readonly string[] = ['.yaml', '.yml', '.json']

/** By the end of its name: a file, or a mapping that the hub keeps. */
export async function readMappingOption(
  context: Pick<CommandContext, 'cwd' | 'readStdin'>,
  given: string,
): Promise<Pick<NewTableImport, 'mapping' | 'mappingName'>> {
  if (ends.includes(extname(given).toLowerCase())) return { mapping: await readMapping(context, given) }
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/u.test(given)) return { mappingName: given }
  throw new UsageError(
    `--mapping: ${given} is neither a file nor the name of a kept mapping`,
    `Name a file that ends in ${ends.join(', ')}, or a name of: spindle mappings list`,
  )
}

export async function readMapping(
  context: Pick<CommandContext, 'cwd' | 'readStdin'>,
  path: string,
): Promise<TableMapping> {
  const { name, value } = await readDocument(context, path)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as TableMapping
  throw new CommandError(`${name} is not a mapping`, {
    exitCode: exitCodes.validation,
    code: 'document_invalid',
    fix: 'Write the member `columns` with a line for each field, such as "upc: Barcode".',
  })
}
