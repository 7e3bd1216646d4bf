import { ConflictError, type Release } from '@spindle/client'
import { isReleaseEditable } from '../../releases/is-release-editable.ts'
import type { DeliverSession } from './deliver-session.ts'

/** Submits the release if it is not submitted yet. If another client has done so in the meantime, that is fine too. */
export async function submitRelease(session: DeliverSession, release: Release): Promise<Release> {
  const { client, signal, patiently } = session
  try {
    // A draft that was withdrawn is changed, and its next submission another one.
    const idempotencyKey = `submit-${release.id}-${release.updatedAt}`
    return await patiently(() => client.releases.submit(release.id, { idempotencyKey, signal }))
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'state_conflict') throw error
    const now = await patiently(() => client.releases.get(release.id, { signal }))
    if (isReleaseEditable(now)) throw error
    return now
  }
}
