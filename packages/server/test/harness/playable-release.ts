import { createTestAccount } from './accounts.ts'
import type { TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { storeReadyFile } from './stored-files.ts'
import { coverJpeg, shortMaster } from './submittable.ts'

export interface PlayableMaster {
  readonly title: string
  readonly bytes: Buffer
  /** What its analysis says. */
  readonly durationMs: number
}

/** A release at site-a with a cover and masters that a browser can show and play. */
export async function offerMasters(
  hub: TestHub,
  masters: readonly PlayableMaster[],
  { title, document }: { readonly title?: string; readonly document?: Readonly<Record<string, unknown>> } = {},
) {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const stored = { accountId, key: await account.key(['music:write']) }
  const coverUploadId = await storeReadyFile(hub, stored, await coverJpeg(640), { contentType: 'image/jpeg' })
  const { releaseId, trackIds } = await createLiveRelease(hub, {
    accountId,
    properties: ['site-a'],
    trackTitles: masters.map(({ title }) => title),
    ...(title === undefined ? {} : { title }),
    document: { coverUploadId, ...document },
  })
  for (const [index, { bytes, durationMs }] of masters.entries()) {
    const uploadId = await storeReadyFile(hub, stored, bytes, { technical: { durationMs } })
    await hub.opened.database.tenant(accountId).execute(
      `update delivery_tracks set upload_id = $2, offered = offered || jsonb_build_object('durationMs', $4::int)
         where account_id = $1 and track_id = $3`,
      [uploadId, trackIds[index] ?? '', durationMs],
    )
  }
  return { account, accountId, releaseId, trackIds }
}

/** The same with one short master. `durationMs` is what its analysis says. */
export async function offerPlayableRelease(hub: TestHub, { durationMs = 4_000 } = {}) {
  const { accountId, releaseId } = await offerMasters(hub, [{ title: 'Intro', bytes: shortMaster(1), durationMs }])
  return { accountId, releaseId }
}
