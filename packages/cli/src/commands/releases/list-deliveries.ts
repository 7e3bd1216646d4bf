import type { CommandHandler } from '../../command-line/define-command.ts'
import { showList } from '../../output/show-list.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { describeReason } from '../../releases/list-refusals.ts'
import type { pages, retry } from './release-commands.ts'

export const listDeliveries: CommandHandler<typeof pages> = async (context, { releaseId, all, ...page }) => {
  const client = await context.client()
  await showList(context, client.releases.listDeliveries(releaseId, page, { signal: context.signal }), {
    all,
    empty: `The release has no deliveries yet. Submit it with: spindle releases submit ${releaseId}`,
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['outlet', ({ outlet }) => outlet.name, 'text'],
      ['kind', ({ outlet }) => outlet.kind, 'extra'],
      ['status', ({ status }) => status],
      ['revision', ({ revision }) => revision, 'extra'],
      ['attempts', ({ attempts }) => attempts, 'extra'],
      ['again at', ({ nextAttemptAt }) => nextAttemptAt],
      ['reason', describeReason, 'text'],
    ],
  })
  return undefined
}

export const retryDelivery: CommandHandler<typeof retry> = async (
  { client, out, signal },
  { releaseId, deliveryId },
) => {
  const delivery = await (await client()).releases.retryDelivery(releaseId, deliveryId, { signal })
  out.result(delivery, () => [sanitizeText(`The delivery to ${delivery.outlet.name} is ${delivery.status}.`)])
  out.next(`Next: spindle releases watch ${releaseId}`)
  return undefined
}
