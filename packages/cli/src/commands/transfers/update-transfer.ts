import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showTransfer } from './show-transfers.ts'
import type { update } from './transfer-commands.ts'

export const updateTransfer: CommandHandler<typeof update> = async (context, input) => {
  const { transferId, deadline, outlets, name, distributor } = input
  const patch = {
    ...(deadline === undefined ? {} : { deadline }),
    ...(outlets && { outlets: [...outlets] }),
    ...(name === undefined ? {} : { name }),
    ...(distributor === undefined ? {} : { distributor }),
  }
  if (Object.keys(patch).length === 0)
    throw new UsageError('Nothing to change', 'Add --deadline, --outlets, --name or --distributor.')
  const { transfers } = await context.client()
  await transfers.update(transferId, patch, { signal: context.signal })
  showTransfer(context.out, await transfers.get(transferId, { signal: context.signal }))
  return undefined
}
