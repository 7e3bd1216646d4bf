import type { AccountId } from '../../src/platform/values/ids.ts'
import { atEnd } from '../harness/cleanup.ts'
import type { TestHub } from '../harness/hub.ts'
import type { LiveRelease } from '../harness/live-releases.ts'
import { type ReadStream, readStream } from './read-stream.ts'

/** Streams of properties, and changes of what they may play. */

export const feedEventsPath = '/api/integration/events'

/** Open: its first event, `ready` or `reset` or what was missed, has not arrived yet. */
export async function openFeedStream(hub: TestHub, token: string, lastEventId?: string): Promise<ReadStream> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  const stream = await readStream(hub, headers, feedEventsPath)
  atEnd(() => stream.close())
  return stream
}

/** From now on. */
export async function openFeedStreamNow(hub: TestHub, token: string): Promise<ReadStream> {
  const stream = await openFeedStream(hub, token)
  await stream.first(1)
  return stream
}

/** Name, release and tracks of each event that is about a release. */
export const told = ({ events }: ReadStream): unknown[][] =>
  events
    .filter(({ event }) => event !== 'ready')
    .map(({ event, data }) => [event, data.releaseId, data.trackIds, data.endedTrackIds])

/** A new revision with this title, and with this audio of the first track. */
export const revise = (
  hub: TestHub,
  accountId: AccountId,
  { releaseId, trackIds }: LiveRelease,
  { title = 'Second', uploadId }: { title?: string; uploadId?: string | undefined },
): Promise<void> =>
  hub.opened.database.tenantTransaction(accountId, async (trx) => {
    await trx.execute(
      `insert into release_revisions (account_id, release_id, revision, document, tracks, sha256)
       select account_id, release_id, max(revision) + 1, (array_agg(document))[1] || jsonb_build_object('title', $3::text),
              (array_agg(tracks))[1], sha256('x')
       from release_revisions where account_id = $1 and release_id = $2 group by account_id, release_id`,
      [releaseId, title],
    )
    await trx.execute(
      `update deliveries set live_revision = live_revision + 1 where account_id = $1 and release_id = $2`,
      [releaseId],
    )
    if (uploadId !== undefined)
      await trx.execute(
        `update delivery_tracks set upload_id = $3, offered = offered || jsonb_build_object('uploadId', $3::text)
         where account_id = $1 and track_id = $2`,
        [trackIds[0] ?? '', uploadId],
      )
  })
