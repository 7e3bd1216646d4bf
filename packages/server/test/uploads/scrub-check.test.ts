import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkScrub } from '../../src/features/uploads/index.ts'
import { openStoredUploads, type StoredUploads } from '../backups/stored-uploads.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { testBytes } from '../harness/uploads.ts'

const dayMs = 24 * 60 * 60_000
const master = testBytes(1_000)

describe('the stored uploads as doctor sees them', () => {
  let stored: StoredUploads
  beforeAll(async () => {
    stored = await openStoredUploads([master, testBytes(10)])
  })
  const check = (afterMs = 0, config: { readonly scrubDays: number | undefined } = { scrubDays: 30 }) =>
    checkScrub(stored.hub.opened.database.system, { ...config, hubCommand: 'hub' }, Date.now() + afterMs)
  const fileOf = (id = ''): string => join(stored.hub.dataDir, 'uploads', 'complete', id.slice(-2), id)

  it('are fine before the first run of the scrub, and when all were read', async () => {
    expect(await check()).toMatchObject({
      isFine: true,
      text: '0 missing, 0 damaged, 0 unreadable; read once in 30 days; the scrub has not run yet',
    })
    expect((await stored.operator('storage', 'scrub')).code).toBe(0)
    expect(await check()).toMatchObject({
      isFine: true,
      text: expect.stringMatching(
        /^0 missing, 0 damaged, 0 unreadable; read once in 30 days; each was read, or stored, since \d{4}-\S+Z$/,
      ),
    })
  })

  it('are not fine while one is missing or damaged', async () => {
    await rm(fileOf(stored.ids[0]))
    await writeFile(fileOf(stored.ids[1]), testBytes(10).fill(1))
    expect((await stored.operator('storage', 'scrub')).code).toBe(1)
    expect(await check()).toMatchObject({
      isFine: false,
      text: expect.stringMatching(/^1 missing, 1 damaged, 0 unreadable; /),
      fix: 'name them with hub storage status, and bring them back with hub storage repair --from and a backup',
    })
    await writeFile(fileOf(stored.ids[0]), master)
    await writeFile(fileOf(stored.ids[1]), testBytes(10))
    expect((await stored.operator('storage', 'scrub')).code).toBe(0)
  })

  it('are not fine when the scrub has stopped, or is slower than its days', async () => {
    expect(await check(23 * 60 * 60_000)).toMatchObject({ isFine: true })
    expect(await check(2 * dayMs)).toMatchObject({
      isFine: false,
      text: expect.stringMatching(/; the scrub last ran at \S+Z$/),
      fix: expect.stringContaining('role all or worker'),
    })
    expect(await check(2 * dayMs, { scrubDays: undefined })).toMatchObject({
      isFine: true,
      text: expect.stringContaining('is off'),
    })
    const { system } = stored.hub.opened.database
    await system.execute(`update scrub_progress set oldest_at = now() - interval '35 days'`)
    expect(await check()).toMatchObject({ isFine: true })
    await system.execute(`update scrub_progress set oldest_at = now() - interval '37 days'`)
    expect(await check()).toMatchObject({
      isFine: false,
      text: expect.stringContaining('; NOT read once in 30 days; each was read, or stored, since '),
      fix: expect.stringContaining('raise SPINDLE_SCRUB_DAYS'),
    })
  })
})

it('of a new hub without uploads are fine', async () => {
  const opened = await createTestDatabase()
  expect(await checkScrub(opened.database.system, { scrubDays: 30, hubCommand: 'hub' })).toMatchObject({ isFine: true })
  await opened.close()
})
