import type { Database } from '../../platform/database/sql.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { addCounts, noneSealed, resealValue, type SealedValues } from '../../platform/secrets/reseal.ts'
import { lockSealedSecrets, saveSealedSecrets } from './webhook-queries.ts'

const webhooksPerStep = 200

/** What webhooks are signed with, as it is stored. */
export const sealedWebhookSecrets = (database: Database, keys: Keys): SealedValues => ({
  name: 'secrets of webhooks',
  remedy: 'ask their accounts to rotate the secret of each webhook and to update its receiver',
  workNext: (work, after) =>
    database.transaction(async (trx) => {
      const rows = await lockSealedSecrets(trx, { after: after?.split(' ') ?? [], limit: webhooksPerStep })
      let counted = noneSealed
      for (const { accountId, id, secret, previousSecret } of rows) {
        const own = resealValue(keys, secret)
        const previous = previousSecret && resealValue(keys, previousSecret)
        const bytes = { secret: own.bytes ?? secret, previousSecret: previous?.bytes ?? previousSecret }
        if (work === 'reseal' && (own.bytes || previous?.bytes))
          await saveSealedSecrets(trx, { accountId, id, ...bytes })
        counted = addCounts(addCounts(counted, own.counts), previous?.counts ?? noneSealed)
      }
      const last = rows.length === webhooksPerStep ? rows.at(-1) : undefined
      return { ...counted, next: last && `${last.accountId} ${last.id}` }
    }),
})
