import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount } from './accounts.ts'
import { openTestHub, type TestHub } from './hub.ts'
import { createLiveRelease } from './live-releases.ts'
import { storeReadyFile } from './stored-files.ts'

/**
 * One hub with two properties for all test files of a worker, started on the first request and never stopped. Tracks
 * belong to accounts, as on the shared hub; the feeds of the properties are shared by all files.
 */

export const tokenOfSiteA = 'a'.repeat(32)
export const tokenOfSiteB = 'b'.repeat(32)

export function sharedPropertyHub(): Promise<TestHub> {
  const tokens = `site-a=${tokenOfSiteA},site-b=${tokenOfSiteB}`
  running ??= openTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: tokens } })
  return running
}

let running: Promise<TestHub> | undefined

export interface OfferedMaster {
  readonly accountId: AccountId
  readonly releaseId: string
  readonly trackId: string
  /** With the token. */
  readonly path: string
}

/** A live track at site-a, with these bytes as its master. */
export async function offerMaster(hub: TestHub, bytes: Buffer): Promise<OfferedMaster> {
  const account = await createTestAccount(hub)
  const { accountId } = account
  const key = await account.key(['music:write'])
  const { releaseId, trackIds } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
  const [trackId = ''] = trackIds
  const options = { contentType: 'audio/flac', technical: { container: 'flac' } }
  const uploadId = await storeReadyFile(hub, { accountId, key }, bytes, options)
  await hub.opened.database
    .tenant(accountId)
    .execute('update delivery_tracks set upload_id = $2 where account_id = $1', [uploadId])
  return { accountId, releaseId, trackId, path: `/api/integration/tracks/${trackId}/audio` }
}

/** Requests it like site-a. */
export const askAsSiteA = (hub: TestHub, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  hub.request(path, { method, headers: { authorization: `Bearer ${tokenOfSiteA}`, ...headers } })
