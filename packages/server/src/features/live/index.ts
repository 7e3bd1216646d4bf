import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import { defineJob, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { formatEventId } from './event-id.ts'
import { deleteLiveEvents, findSnapshot } from './event-queries.ts'
import { liveStreams } from './live-streams.ts'
import { bindLive, keptMs } from './routes.ts'

const pruneLiveEvents = defineJob<Record<string, never>>('pruneLiveEvents')

export interface LiveOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

/** Changes as they happen, for clients that keep a connection open. */
export interface LiveFeature extends Feature {
  /** The present position of streams: a read after it and a stream from it leave nothing out. */
  findLastEventId(): Promise<string | undefined>
}

function liveFeature({ database, clock, log }: LiveOptions): LiveFeature {
  const streams = liveStreams({ database, clock, log })
  return {
    bind: (http) => bindLive(http, streams),
    findLastEventId: async () => formatEventId(clock.now(), await findSnapshot(database.system)),
    jobs: [
      jobHandler({
        job: pruneLiveEvents,
        cron: '*/15 * * * *',
        handle: async () => void (await deleteLiveEvents(database.system, new Date(clock.now() - keptMs))),
      }),
    ],
    drain: () => streams.drain(),
  }
}

export const live = defineFeature({ name: 'live', needs: ['database', 'clock', 'log'], make: liveFeature })
