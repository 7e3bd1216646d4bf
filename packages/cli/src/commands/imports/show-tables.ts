import type { CommandHandler } from '../../command-line/define-command.ts'
import { readResponseBody } from '../../hub/read-response-body.ts'
import { listing } from '../operation-handlers.ts'
import type { ofTable, tableList, undo } from './import-commands.ts'

export const listTables: CommandHandler<typeof tableList> = listing(
  ({ tableImports }, query, options) => tableImports.list(query, options),
  {
    empty: 'There are no imports of tables. Import one with: spindle import <table>',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['status', ({ status }) => status],
      ['file', ({ filename }) => filename, 'text'],
      ['releases', ({ releases }) => releases],
      ['ready', ({ ready }) => ready],
      ['refused', ({ outcomes }) => outcomes.refused],
      ['missing', ({ missingFiles }) => missingFiles],
      ['created', ({ createdAt }) => createdAt, 'extra'],
    ],
  },
)

/** The CSV of the hub, byte for byte, as it comes: a table may have 50,000 rows. */
export const getErrors: CommandHandler<typeof ofTable> = async ({ client, out, signal }, { tableImportId }) => {
  const response = await (await client()).tableImports.getErrors(tableImportId, { signal })
  await out.stream(readResponseBody(response, signal))
  return undefined
}

/** Waits for the end, because only then the hub knows which drafts were changed since. */
export const undoTable: CommandHandler<typeof undo> = async (context, { tableImportId, yes }) => {
  const { out, signal } = context
  await context.confirm(`Delete the drafts that import ${tableImportId} created?`, yes)
  const { tableImports } = await context.client()
  await tableImports.undo(tableImportId, { signal })
  const table = await tableImports.waitFor(tableImportId, { signal, timeoutMs: 3_600_000 })
  const { undone, created } = table.outcomes
  out.result(table, () => [`${undone} deleted, ${created} kept because they were changed since.`])
  return undefined
}
