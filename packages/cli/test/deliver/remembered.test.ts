import { cp, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { runSpindle } from '../harness/spindle.ts'
import { type Desk, openDesk } from './desk.ts'
import { addFiles } from './folder.ts'

/** A second run goes on with the release of the first, and with no other. */

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})

describe('what was remembered', () => {
  it('begins anew after the draft was deleted only when asked to', async () => {
    const folder = await desk.album()
    const { summary } = await desk.delivered(folder)
    await desk.client.releases.del(summary.releaseId)
    const second = await desk.deliver(folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`The hub has no release ${summary.releaseId} any more`)
    expect(second.stderr).toContain('--restart')
    const third = await desk.delivered(folder, '--restart')
    expect(third.summary.releaseId).not.toBe(summary.releaseId)
    const fourth = await desk.delivered(folder, '--restart')
    expect(fourth.summary.releaseId).toBe(third.summary.releaseId)
    expect(fourth.stderr).toContain('is still there')
  })

  it('moves with the folder, and is not taken for its own by a copy', async () => {
    const folder = await desk.album()
    const { summary } = await desk.delivered(folder)
    const copy = `${folder} (Deluxe)`
    await cp(folder, copy, { recursive: true })
    const refused = await desk.deliver(copy)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`The folder is a copy of ${folder}`)
    await addFiles(copy, { 'release.yaml': desk.manifest() })
    const own = await desk.delivered(copy, '--restart')
    expect(own.summary.releaseId).not.toBe(summary.releaseId)
    await rename(folder, `${folder} moved`)
    expect((await desk.delivered(`${folder} moved`)).summary.releaseId).toBe(summary.releaseId)
  })

  it('is kept aside when it cannot be read, and the release is found again', async () => {
    const folder = await desk.album()
    const { summary } = await desk.delivered(folder)
    await truncate(join(folder, '.spindle/state.json'), 40)
    const second = await desk.delivered(folder)
    expect(second.stderr).toContain('cannot be read. It is kept as')
    expect(second.summary.releaseId).toBe(summary.releaseId)
    await writeFile(join(folder, '.spindle/state.json'), '{"version": 2}')
    const third = await desk.deliver(folder)
    expect(third.code).toBe(1)
    expect(third.stderr).toContain('written by a newer version of spindle')
  })

  it('does not go to another account', async () => {
    const folder = await desk.album()
    const { summary } = await desk.delivered(folder)
    const key = await (await createTestAccount(desk.hub)).key()
    const other = await runSpindle(['deliver', folder], { ...desk.settings, key })
    expect(other.code).toBe(1)
    expect(other.stderr).toContain(`The hub has no release ${summary.releaseId} any more`)
    expect(other.stderr).toContain('the key is one of another account')
  })
})
