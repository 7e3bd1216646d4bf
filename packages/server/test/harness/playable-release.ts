import { createTestAccount } from './accounts.ts'
import type { TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { storeReadyFile } from './stored-files.ts'
import { coverJpeg, shortMaster } from './submittable.ts'

/** A release at site-a with a cover and a master that a browser can show and play. `durationMs` is what its analysis says. */
export async function offerPlayableRelease(hub: TestHub, { durationMs = 4_000 } = {}) {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const stored = { accountId, key: await account.key(['music:write']) }
  const coverUploadId = await storeReadyFile(hub, stored, await coverJpeg(640), { contentType: 'image/jpeg' })
  const uploadId = await storeReadyFile(hub, stored, shortMaster(1), { technical: { durationMs } })
  const { releaseId } = await createLiveRelease(hub, {
    accountId,
    properties: ['site-a'],
    document: { coverUploadId },
  })
  await hub.opened.database
    .tenant(accountId)
    .execute('update delivery_tracks set upload_id = $2 where account_id = $1', [uploadId])
  return { accountId, releaseId }
}
