import type { Run } from '../command.ts'
import { plainText } from '../output.ts'
import { showList } from '../paging.ts'
import type { pages, retry } from './commands.ts'

export const listDeliveries: Run<typeof pages> = async (context, { releaseId, all, ...page }) => {
  const client = await context.client()
  await showList(context, client.releases.listDeliveries(releaseId, page, { signal: context.signal }), {
    all,
    empty: `It is on its way to no outlet. Submit it with: spindle releases submit ${releaseId}`,
    columns: [
      ['id', ({ id }) => id],
      ['outlet', ({ outlet }) => outlet.name],
      ['kind', ({ outlet }) => outlet.kind],
      ['status', ({ status }) => status],
      ['revision', ({ revision }) => revision],
      ['attempts', ({ attempts }) => attempts],
      ['again at', ({ nextAttemptAt }) => nextAttemptAt],
      ['reason', ({ reason }) => reason?.message],
    ],
  })
  return undefined
}

export const retryDelivery: Run<typeof retry> = async ({ client, out, signal }, { releaseId, deliveryId }) => {
  const delivery = await (await client()).releases.retryDelivery(releaseId, deliveryId, { signal })
  out.result(delivery, () => [plainText(`The delivery to ${delivery.outlet.name} is ${delivery.status}.`)])
  out.next(`Next: spindle releases watch ${releaseId}`)
  return undefined
}
