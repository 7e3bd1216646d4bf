import { spawn } from 'node:child_process'
import { createTestAccount } from './accounts.ts'
import { atEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { freePort, type TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { tokenOfSiteA } from './shared-property-hub.ts'
import { storeReadyFile } from './stored-files.ts'
import { coverJpeg, shortMaster } from './submittable.ts'

/** A release at site-a with a cover and a master that a browser can show and play. */
export async function offerPlayableRelease(hub: TestHub) {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const stored = { accountId, key: await account.key(['music:write']) }
  const coverUploadId = await storeReadyFile(hub, stored, await coverJpeg(640), { contentType: 'image/jpeg' })
  const uploadId = await storeReadyFile(hub, stored, shortMaster(1))
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

/** Runs the server of a site until the end of the file; answers its address, which is another site than the hub. */
export async function startSite(script: string, hub: TestHub, releaseId: string): Promise<string> {
  const port = String(await freePort())
  const { PATH, TMPDIR } = process.env
  const child = spawn(process.execPath, [script], {
    env: { PATH, TMPDIR, PORT: port, HUB_URL: hub.url, RELEASE_ID: releaseId, INTEGRATION_TOKEN: tokenOfSiteA },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  atEnd(async () => {
    child.kill()
    await ended
  })
  // The hub is at 127.0.0.1: browsers decide by the host whether two addresses are one site.
  const site = `http://localhost:${port}/`
  await eventually(() => fetch(site).then(Boolean, () => false), { what: 'the site to listen' })
  return site
}
