import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { delivery, emptyFolder, filesIn, layBatch } from '../harness/drop-folder.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { createAccountByCommand, endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { createRandom } from '../harness/random.ts'

/** A hub that is killed repeatedly while it takes packages, and polls every second. */

const kills = Number(process.env.SPINDLE_TEST_KILLS ?? 6)
const seed = Number(process.env.SPINDLE_TEST_SEED ?? Date.now() % 1_000_000)

describe(`a drop, while its hub is killed (seed ${seed})`, () => {
  let hub: HubProcess
  let dataDir: string
  let port: number
  let key: string
  let folder: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spindle-drop-killed-'))
    port = await freePort()
    folder = await emptyFolder()
    hub = await startHubProcess({ dataDir, port })
    atEnd(async () => {
      await endHubProcess(hub, dataDir)
      await rm(dataDir, { recursive: true, force: true })
    })
    const client = await createAccountByCommand(dataDir, 'Killed Records')
    const token = await call(hub.url, 'POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${client.clientSecret}`,
    })
    const body = { name: 'main', permissions: ['music:read', 'music:write'] }
    key = (await call(hub.url, 'POST', '/api/v1/distributor/keys', { bearer: token.body.access_token, body })).body.key
    const options = ['--account', client.accountId, '--folder', folder, '--look-every', '1']
    const added = await runOperatorCommand(['drops', 'add', 'killed', ...options], { SPINDLE_DATA_DIR: dataDir })
    expect(added).toMatchObject({ code: 0 })
  }, 240_000)

  it('gives each message to its account once, with all of its files', async () => {
    const random = createRandom(seed)
    const sent = await Promise.all([1, 2, 3, 4, 5, 6].map((serial) => delivery(serial)))
    const batches = [sent.slice(0, 3), sent.slice(3)]
    for (const [index, batch] of batches.entries()) await layBatch(folder, `2026112010000010${index}`, batch)
    for (let killed = 0; killed < kills; killed += 1) {
      await sleep(random.integer(200, 4_000))
      await hub.kill()
      hub = await startHubProcess({ dataDir, port })
    }
    // Folders are moved while they are listed.
    const listed = () => filesIn(folder).catch(() => ['being moved'])
    const isAway = async () => (await listed()).every((path) => path.startsWith('done/')) || undefined
    await eventually(isAway, { what: 'the end of all packages' })
    const { body } = await call(hub.url, 'GET', '/api/v1/music-distributor/imports?limit=100', { key })
    const imports: { id: string; messageId: string; status: string }[] = body.data.reverse()
    expect(imports.map(({ messageId, status }) => [messageId, status])).toEqual(
      ['D1', 'D2', 'D3', 'D4', 'D5', 'D6'].map((messageId) => [messageId, 'created']),
    )
    for (const { id } of imports) {
      const { body: one } = await call(hub.url, 'GET', `/api/v1/music-distributor/imports/${id}`, { key })
      expect(one.files.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'accepted'])
    }
    expect(await filesIn(join(folder, 'done'))).toHaveLength(2 * (1 + 1 + 3 * 3))
  }, 240_000)
})
