import { describeGoLive } from '@spindle/contract/vocabulary'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { describeReason } from '../../releases/list-refusals.ts'
import { listing } from '../operation-handlers.ts'
import type { pages, retry } from './release-commands.ts'

export const listDeliveries: CommandHandler<typeof pages> = listing(
  ({ releases }, { releaseId, ...page }, options) => releases.listDeliveries(releaseId, page, options),
  {
    empty: ({ releaseId }) => `The release has no deliveries yet. Submit it with: spindle releases submit ${releaseId}`,
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['outlet', ({ outlet }) => outlet.name, 'text'],
      ['kind', ({ outlet }) => outlet.kind, 'extra'],
      ['status', ({ status }) => status],
      ['revision', ({ revision }) => revision, 'extra'],
      ['attempts', ({ attempts }) => attempts, 'extra'],
      ['goes live', ({ goesLive }) => goesLive && describeGoLive(goesLive), 'extra'],
      ['again at', ({ nextAttemptAt }) => nextAttemptAt],
      ['reason', (delivery) => describeReason(delivery), 'text'],
    ],
  },
)

export const retryDelivery: CommandHandler<typeof retry> = async (
  { client, out, signal },
  { releaseId, deliveryId },
) => {
  const delivery = await (await client()).releases.retryDelivery(releaseId, deliveryId, { signal })
  out.result(delivery, () => [sanitizeText(`The delivery to ${delivery.outlet.name} is ${delivery.status}.`)])
  out.next(`Next: spindle releases watch ${releaseId}`)
  return undefined
}
