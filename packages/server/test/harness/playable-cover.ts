import sharp from 'sharp'
import { createTestAccount } from './accounts.ts'
import type { TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { keepSmallPicture, storeReadyFile } from './stored-files.ts'
import { coverTechnical } from './technical-data.ts'

/** A release that is live at site-a with a cover, of which the picture of 256 pixels is kept. */
export async function offerCover(hub: TestHub) {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const key = await account.key(['music:write'])
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24506b' } })
    .webp()
    .toBuffer()
  const coverUploadId = await storeReadyFile(hub, { accountId, key }, picture, { contentType: 'image/webp' })
  await keepSmallPicture(hub, coverUploadId, picture)
  const { releaseId } = await createLiveRelease(hub, {
    accountId,
    properties: ['site-a'],
    document: { coverUploadId },
  })
  return { accountId, releaseId, picture, path: `/api/integration/releases/${releaseId}/cover` }
}

/** The same with a cover whose bytes were never stored. */
export async function offerLostCover(hub: TestHub): Promise<string> {
  const { accountId } = await createTestAccount(hub)
  const coverUploadId = hub.hub.http.ids.make('upl')
  await hub.opened.database.tenant(accountId).execute(
    `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status, technical)
     values ($1, $2, 'image', 5, 5, sha256('image'), 'ready', $3)`,
    [coverUploadId, JSON.stringify(coverTechnical)],
  )
  const options = { accountId, properties: ['site-a'], document: { coverUploadId } }
  return (await createLiveRelease(hub, options)).releaseId
}
