import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call, listAll } from '../harness/api-client.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { createKey } from '../harness/hub-client.ts'
import { createAccountByCommand, endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { tablesPath } from '../harness/table-imports.ts'

/** A hub is killed twice while it imports a table: each release becomes exactly one draft. */

const count = 300

it('a table of 300 releases becomes 300 drafts, although the hub is killed twice', { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-table-killed-'))
  const port = await freePort()
  let hub = await startHubProcess({ dataDir, port })
  atEnd(async () => {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  const key = await createKey(hub, await createAccountByCommand(dataDir, 'Table Records'))
  const rows = Array.from({ length: count }, (_, index) => `R${index},Title ${index},Song ${index}`)
  const table = Buffer.from(['externalId,releaseTitle,trackTitle', ...rows].join('\n')).toString('base64')
  const { body } = await call(hub.url, 'POST', tablesPath, { key, body: { table } })
  const progress = async () => (await call(hub.url, 'GET', `${tablesPath}/${body.id}`, { key })).body
  for (const done of [20, 120]) {
    await eventually(async () => (await progress()).outcomes.created >= done, {
      what: `${done} drafts`,
      intervalMs: 50,
    })
    expect((await progress()).outcomes.created).toBeLessThan(count)
    await hub.kill('tree')
    hub = await startHubProcess({ dataDir, port })
  }
  const ended = await eventually(
    async () => {
      const now = await progress()
      return now.status === 'done' ? now : undefined
    },
    { what: 'the import to end', intervalMs: 250 },
  )
  expect(ended.outcomes).toMatchObject({ created: count, waiting: 0, refused: 0, unchanged: 0 })
  const drafts = await listAll(hub.url, '/api/v1/music-distributor/releases', { key })
  expect(drafts).toHaveLength(count)
  expect(new Set(drafts.map(({ title }) => title))).toEqual(new Set(rows.map((row) => row.split(',')[1])))
})
