import { connectPostgres } from '../../packages/server/src/platform/database/postgres.ts'
import type { Database } from '../../packages/server/src/platform/database/sql.ts'
import { silentLog } from '../../packages/server/src/platform/logging/log.ts'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { putReleasesLive } from '../harness/live-releases.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'

export const feedCommits: Goal = { id: 'feed-commits', title: 'Tracks going live at ten properties, against one', run }

const properties = Array.from({ length: 10 }, (_, index) => `property${index}`)
const connections = 20
/** What a commit waits for a standby in the next building. */
const standbyMs = 5

/** As a commit does that a standby must have: after the place in the feed was taken, before it is given back. */
const waitForStandby = [
  `create function wait_for_standby() returns trigger language plpgsql as $$
   begin
     perform pg_sleep(current_setting('bench.standby_ms')::float / 1000);
     return null;
   end $$`,
  // Deferred triggers of one row run in the order of their names.
  `create constraint trigger zz_standby after update on delivery_tracks deferrable initially deferred
   for each row execute function wait_for_standby()`,
]

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('feed_commits')
  await putTracksLive(bench, databaseUrl)
  await postgres.execute(databaseUrl, waitForStandby)
  const database = connectPostgres({
    connection: { connectionString: databaseUrl },
    maxConnections: connections,
    log: silentLog,
  })
  bench.scratch.onClose(() => database.close())
  const tracks = await liveTracks(database)
  const perSecond = (chosen: readonly string[], waitMs: number) => ({
    name: `${chosen.length} properties, ${waitMs} ms`,
    measure: () => changeTracks(database, { tracks: spread(tracks, chosen), seconds: bench.isQuick ? 1 : 3, waitMs }),
  })
  const sides = [
    perSecond(properties, 0),
    perSecond(properties.slice(0, 1), 0),
    perSecond(properties, standbyMs),
    perSecond(properties.slice(0, 1), standbyMs),
  ]
  for (const { measure } of sides) await measure()
  const [ten = [], one = [], tenFar = [], oneFar = []] = await interleave(sides, bench.isQuick ? 3 : 6)
  const [near, far] = [ratioOf(ten, one), ratioOf(tenFar, oneFar)]
  return {
    series: [
      { name: 'ten properties', unit: 'commits/s', samples: ten },
      { name: 'one property', unit: 'commits/s', samples: one },
      { name: 'ten properties, commits through a standby', unit: 'commits/s', samples: tenFar },
      { name: 'one property, commits through a standby', unit: 'commits/s', samples: oneFar },
    ],
    verdicts: [{ goal: 'ten properties / one, commits through a standby', value: far.value, spread: far, atLeast: 6 }],
    notes: [
      `${connections} connections, each commit changes what a property may play and enters it into the feed of that property, where it holds its place until it is on the disk. Through a standby: each commit holds it ${standbyMs} ms longer. Without one, ten properties are ${near.value.toFixed(1)} times as fast as one: what the cores and the disk allow.`,
    ],
  }
}

interface LiveTrack {
  readonly property: string
  readonly deliveryId: string
  readonly trackId: string
}

/** As many releases as connections, each live at every property, so that no two connections change one row. */
async function putTracksLive(bench: Bench, databaseUrl: string): Promise<void> {
  const hub = await startHub(bench, {
    databaseUrl,
    environment: {
      SPINDLE_INTEGRATION_TOKENS: properties
        .map((name) => `${name}=tok-${name}-0123456789abcdefghijklmnopqrstuvwxyz`)
        .join(','),
    },
  })
  const { keys } = await createAccess(bench, hub, databaseUrl)
  await putReleasesLive({ url: hub.url, key: keys[0] ?? '' }, connections)
  await hub.stop()
}

const liveTracks = (database: Database): Promise<LiveTrack[]> =>
  database.system.rows<LiveTrack>(
    `select d.outlet_id as property, t.delivery_id as "deliveryId", t.track_id as "trackId"
     from delivery_tracks t join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
     where t.offered is not null order by d.outlet_id, t.delivery_id`,
  )

/** A track for each connection, of the properties in turn. */
function spread(tracks: readonly LiveTrack[], chosen: readonly string[]): LiveTrack[] {
  return Array.from({ length: connections }, (_, index) => {
    const property = chosen[index % chosen.length]
    const track = tracks.filter((each) => each.property === property)[index]
    if (!track) throw new Error(`Track ${index} is not live at ${property}`)
    return track
  })
}

interface Changing {
  readonly tracks: readonly LiveTrack[]
  readonly seconds: number
  readonly waitMs: number
}

async function changeTracks(database: Database, { tracks, seconds, waitMs }: Changing): Promise<number> {
  const startMs = performance.now()
  let commits = 0
  const change = async ({ deliveryId, trackId }: LiveTrack): Promise<void> => {
    while (performance.now() - startMs < seconds * 1_000) {
      await database.transaction(async (trx) => {
        await trx.execute(`set local bench.standby_ms = ${waitMs}`)
        await trx.execute(
          `update delivery_tracks set offered = offered || jsonb_build_object('change', $3::int)
           where delivery_id = $1 and track_id = $2`,
          [deliveryId, trackId, commits],
        )
      })
      commits++
    }
  }
  await Promise.all(tracks.map(change))
  return commits / ((performance.now() - startMs) / 1_000)
}
