import { expect, it } from 'vitest'
import { type ComposeServices, startComposeServices } from '../deploy/running/compose-services.ts'
import { eventually } from '../harness/eventually.ts'
import { isSwiftMissing } from '../harness/object-store/swift.ts'
import { createRandom, seedFromEnvironment } from '../harness/random.ts'
import { makeTarget } from '../system/make-target.ts'
import { type MixedLoad, startMixedLoad } from '../system/mixed-load.ts'
import { isForbidden, texts } from './not-now.ts'

/** The profile `ha` of `deploy/compose.yml`: etcd, Patroni, HAProxy and the pooler in front of them, with a change of leader. */

const perSecond = 20
const seed = seedFromEnvironment()

it.skipIf(isSwiftMissing())(
  `the services of deploy/compose.yml, with the profile ha, go on behind another leader (seed ${seed})`,
  {
    timeout: 600_000,
  },
  async () => {
    const services = await startComposeServices('ha')
    let load: MixedLoad | undefined
    try {
      await untilWhole(services)
      const running = startMixedLoad(await makeTarget(services.url, services), perSecond, createRandom(seed))
      load = running
      await flow(running)
      const before = await leaderOf(services)
      await switchOver(services, before)
      const changedAt = performance.now()
      await eventually(() => running.lastWriteBegan() > changedAt, { what: 'a release to be taken' })
      await untilWhole(services)
      await flow(running)
      await running.stop()
      expect(await leaderOf(services)).not.toBe(before)
      const failed = texts(running.failures())
      console.log(
        [`compose ha: seed ${seed}, ${running.answered()} answers, ${failed.length} failed`, ...failed].join('\n'),
      )
      expect(texts(running.failures().filter(isForbidden))).toEqual([])
      expect(services.machine.endedBadly()).toBeUndefined()
      await running.verify()
    } finally {
      await load?.stop()
      await services.close()
    }
  },
)

interface Member {
  readonly name: string
  readonly role: string
}

const patroniAt = ({ machine }: ComposeServices, name: string): string => `http://${machine.addressOf(name)}:8008`

/** As whichever node answers first sees them. */
async function membersOf(services: ComposeServices): Promise<readonly Member[]> {
  for (const name of ['db1', 'db2', 'db3']) {
    const answer = await fetch(`${patroniAt(services, name)}/cluster`).catch(() => undefined)
    if (answer?.status === 200) return ((await answer.json()) as { members: Member[] }).members
    await answer?.arrayBuffer()
  }
  return []
}

const untilWhole = (services: ComposeServices) =>
  eventually(
    async () =>
      (await membersOf(services))
        .map(({ role }) => role)
        .sort()
        .join() === 'leader,replica,sync_standby',
    { what: 'a leader with two standbys', timeoutMs: 240_000, intervalMs: 250 },
  )

async function leaderOf(services: ComposeServices): Promise<string> {
  const leader = (await membersOf(services)).find(({ role }) => role === 'leader')
  if (!leader) throw new Error('no node leads')
  return leader.name
}

async function switchOver(services: ComposeServices, leader: string): Promise<void> {
  const answer = await fetch(`${patroniAt(services, leader)}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
}

const flow = (load: MixedLoad): Promise<unknown> => {
  const before = load.answered()
  return eventually(() => load.answered() > before + 3 * perSecond, { what: 'the load to flow' })
}
