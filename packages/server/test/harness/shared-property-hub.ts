import { createTestAccount } from './accounts.ts'
import { openTestHub, type TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { storeReadyFile } from './stored-files.ts'

/**
 * One hub with two properties for all files of tests that a worker runs, started when a file first asks and never
 * stopped. Tracks belong to accounts, as on the shared hub; the feeds of the properties belong to all files together.
 */

export const tokenOfSiteA = 'a'.repeat(32)
export const tokenOfSiteB = 'b'.repeat(32)

export function sharedPropertyHub(): Promise<TestHub> {
  const tokens = `site-a=${tokenOfSiteA},site-b=${tokenOfSiteB}`
  running ??= openTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: tokens } })
  return running
}

let running: Promise<TestHub> | undefined

/** A track that is live at site-a, of which these bytes are the master. */
export async function offerMaster(hub: TestHub, bytes: Buffer): Promise<{ trackId: string; path: string }> {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const key = await account.key(['music:write'])
  const { trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const [trackId = ''] = trackIds
  const options = { contentType: 'audio/flac', technical: { container: 'flac' } }
  const uploadId = await storeReadyFile(hub, { accountId, key }, bytes, options)
  await hub.opened.database
    .tenant(accountId)
    .execute('update delivery_tracks set upload_id = $2 where account_id = $1', [uploadId])
  return { trackId, path: `/api/integration/tracks/${trackId}/audio` }
}

/** Asks for it as site-a does. */
export const askAsSiteA = (hub: TestHub, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  hub.request(path, { method, headers: { authorization: `Bearer ${tokenOfSiteA}`, ...headers } })
