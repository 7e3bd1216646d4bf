import { openAccount } from '../faults/database-restart/open-account.ts'
import { call } from '../harness/api-client.ts'
import { coverJpeg, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'
import type { Cluster } from './cluster.ts'
import type { LoadTarget } from './mixed-load.ts'

/** Of the property `site`, with which the cluster has to be started. */
export const integrationToken = 't'.repeat(40)

/** An account with a master and a release that is live at the property. */
export async function makeTarget(url: string, cluster: Pick<Cluster, 'dataDir' | 'environment'>): Promise<LoadTarget> {
  const { key, uploadId } = await openAccount({ url }, cluster.dataDir, cluster.environment)
  const coverUploadId = await storeFile({ url, key }, 'image/jpeg', await coverJpeg())
  const body = { ...submittableRelease({ title: 'Live', uploadId, coverUploadId, serial: 1 }), submit: true }
  const { body: made } = await call(url, 'POST', '/api/v1/music-distributor/releases', { key, body })
  const live = await untilLive({ url, key }, made.id, 45_000)
  return { url, key, integrationToken, uploadId, trackId: live.tracks[0].id, liveAt: live.liveAt }
}
