import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub } from '../harness/hub.ts'
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { databaseUrl } from '../harness/operator.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'

/** kill -9 while plays are stored, compacted and folded: what was acknowledged is counted, once. */

const rounds = countFromEnvironment('KILL_ROUNDS', { usual: 3, soak: 20 })
const seed = seedFromEnvironment()
const token = 't'.repeat(40)
const playsPerBatch = 40

it(`a lake loses and doubles nothing in ${rounds} kills (seed ${seed})`, {
  timeout: 240_000 + rounds * 30_000,
}, async () => {
  const random = createRandom(seed).fork('lake')
  const settings = {
    SPINDLE_PLAYS: 'lake',
    SPINDLE_SECRET: 's'.repeat(32),
    SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`,
  }
  const witness = await startTestHub({ role: 'api', environment: settings })
  const account = await createTestAccount(witness)
  const release = await createLiveRelease(witness, { accountId: account.accountId, properties: ['site-a'] })
  const { dataDir, opened } = witness
  const at = new Date().toISOString()
  const start = () =>
    startHubProcess({ dataDir, environment: { ...settings, DATABASE_URL: databaseUrl(opened.connection) } })
  let made = 0
  let waiting: object[] = []
  const report = async ({ url }: HubProcess): Promise<void> => {
    while (waiting.length < playsPerBatch) waiting.push({ id: `play ${made++}`, trackId: release.trackIds[0], at })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(waiting)
    const answer = await fetch(`${url}/api/integration/plays`, { method: 'POST', headers, body })
    expect(await answer.json()).toEqual({ accepted: waiting.length, duplicates: 0, dedup: 'later', refused: [] })
    waiting = []
  }
  let answered = 0
  for (let round = 0; round < rounds; round++) {
    const hub = await start()
    const killed = sleep(random.integer(300, 5_000)).then(() => hub.kill())
    try {
      for (;;) {
        await report(hub)
        answered++
      }
    } catch (error) {
      // What had no answer is sent again to the next one.
      if (!(error instanceof TypeError)) throw error
    } finally {
      await killed
    }
  }
  const last = await start()
  try {
    await report(last)
  } finally {
    await last.stop()
  }
  await witness.hub.plays.fold()
  const day = at.slice(0, 10)
  const path = `/api/v1/distributor/analytics?from=${day}&to=${day}&metrics=streams`
  const { body } = await witness.json('GET', path, { key: await account.key() })
  expect(body.totals).toEqual({ streams: made })
  console.log(`lake: seed ${seed}, ${rounds} kills, ${answered + 1} batches answered, ${made} plays, 0 lost, 0 doubled`)
})
