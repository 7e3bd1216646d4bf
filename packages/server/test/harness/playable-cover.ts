import sharp from 'sharp'
import { createTestAccount } from './accounts.ts'
import type { TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { keepSmallPicture, storeReadyFile } from './stored-files.ts'

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
