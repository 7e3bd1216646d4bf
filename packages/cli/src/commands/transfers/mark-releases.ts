import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatCount } from '../../output/format-units.ts'
import type { mark } from './transfer-commands.ts'

export const markReleases: CommandHandler<typeof mark> = async (context, { transferId, outlet, upcs, reason, up }) => {
  const { out, signal } = context
  const { transfers } = await context.client()
  const body = {
    ...{ outlet, oldIsDown: !up },
    ...(upcs && { upcs: [...upcs] }),
    ...(reason === undefined ? {} : { reason }),
  }
  const marked = await transfers.mark(transferId, body, { signal })
  const what = up ? 'no longer marked' : 'marked as down at the old distributor'
  out.result(marked, () => [`${formatCount(marked.changed, 'release')} ${what} at ${outlet}.`])
  return undefined
}
