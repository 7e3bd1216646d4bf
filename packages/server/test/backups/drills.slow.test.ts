import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { testBytes, uploadsPath } from '../harness/uploads.ts'
import { newFolder, startFirstHub } from './restored-hub.ts'

const metricsToken = 'metrics-token-0123456789'

/** Practising a restore: what it proves, what it leaves behind, and how alerts use it. */
describe('a drill of a backup', () => {
  let hub: TestHub
  let backup: string
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    hub = await startFirstHub({ SPINDLE_METRICS_TOKEN: metricsToken })
    operator = operatorOf(hub)
    const { key } = await createTestAccount(hub)
    const stored = await hub.request(uploadsPath, {
      method: 'POST',
      headers: { 'x-api-key': await key(), 'content-type': 'audio/flac' },
      body: new Uint8Array(testBytes(1000)),
    })
    expect(stored.status).toBe(201)
    backup = await newFolder()
    expect(await operator('backup', 'create', '--to', backup)).toMatchObject({ code: 0, err: [] })
  })
  const drill = async (): Promise<{ code: number; out: string[]; err: string[] }> => {
    const room = await newFolder()
    const result = await operator('backup', 'drill', backup, '--in', room)
    expect(await readdir(room)).toEqual([])
    return result
  }
  const countDrills = async (): Promise<number | undefined> =>
    (await hub.opened.database.system.row<{ count: number }>('select count(*)::int as count from restore_drills'))
      ?.count
  const readFigure = async (): Promise<number> => {
    const response = await hub.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    const name = 'spindle_last_restore_drill_timestamp_seconds'
    const line = (await response.text()).split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }

  it('makes a hub of it in a separate folder, and its date is a metric', async () => {
    expect(await readFigure()).toBe(0)
    const { code, out, err } = await drill()
    expect({ code, err }).toEqual({ code: 0, err: [] })
    expect(out).toEqual([
      expect.stringMatching(/^Backup .+ was restored and removed again: \d+ tables, 1 uploads \(1000 bytes\)\.$/),
      'The date of this drill was recorded.',
    ])
    const row = await hub.opened.database.system.row<{ at: Date; id: string }>(
      'select drilled_at as at, backup_id as id from restore_drills',
    )
    expect(out[0]).toContain(`Backup ${row?.id} of `)
    expect(await readFigure()).toBe((row?.at.getTime() ?? 0) / 1000)
    // The hub itself is not held, as a restored one is.
    expect(await hub.opened.database.system.row('select 1 from restores')).toBeUndefined()
  })

  it('counts when an operator did it by other means', async () => {
    await hub.opened.database.system.execute(`update restore_drills set drilled_at = now() - interval '40 days'`)
    const before = await readFigure()
    expect(await operator('backup', 'drilled')).toEqual({
      code: 0,
      out: ['The date of this drill was recorded.'],
      err: [],
    })
    expect((await readFigure()) - before).toBeGreaterThanOrEqual(40 * 86_400)
  })

  it('does not count when the backup has lost a file', async () => {
    const files = await readdir(join(backup, 'files'), { recursive: true, withFileTypes: true })
    for (const file of files) if (file.isFile()) await truncate(join(file.parentPath, file.name), 10)
    const before = await countDrills()
    const { code, out, err } = await drill()
    expect(code).toBe(1)
    expect(out.at(-1)).toBe('It is NOT complete, so this drill does not count.')
    expect(err).toEqual([expect.stringMatching(/^upload upl_\w+: its data is missing or damaged in the backup$/)])
    expect(await countDrills()).toBe(before)
  })
})
