import { basename } from 'node:path'
import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { readTable, refused } from '../imports/import-table.ts'
import { readMappingOption } from '../imports/mapping-files.ts'
import { showTransfer } from './show-transfers.ts'
import type { create } from './transfer-commands.ts'

const longestMs = 3_600_000

/** Waits until the table was read: before, there is nothing to compare. */
export const createTransfer: CommandHandler<typeof create> = async (context, input) => {
  const { file, distributor, deadline, name = basename(file), outlets, preset, mapping } = input
  if (mapping !== undefined && preset !== undefined)
    throw new UsageError('--mapping and --preset cannot be used together', 'Leave one of them out.')
  const table = (await readTable(context, file)).toString('base64')
  const { transfers } = await context.client()
  const body = {
    ...{ name: name.slice(0, 200), distributor, deadline, table, filename: basename(file) },
    ...(outlets && { outlets: [...outlets] }),
    ...(preset === undefined ? {} : { preset }),
    ...(mapping === undefined ? {} : await readMappingOption(context, mapping)),
  }
  const { id } = await transfers.create(body, { signal: context.signal })
  const transfer = await transfers.waitFor(id, { signal: context.signal, timeoutMs: longestMs })
  if (transfer.status === 'refused') {
    // Its table is of no use any more.
    await transfers.delete(id, { signal: context.signal })
    throw refused(context, file, transfer)
  }
  showTransfer(context.out, transfer)
  context.out.next(`Next: spindle transfers compare ${id}`)
  return undefined
}
