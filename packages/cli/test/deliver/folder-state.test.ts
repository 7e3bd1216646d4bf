import { cp, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { type DeliverFixture, openDeliverFixture } from './deliver-fixture.ts'
import { addFiles } from './make-folder.ts'

/** A second run continues with the release of the first, and with no other. */

let fixture: DeliverFixture
beforeAll(async () => {
  fixture = await openDeliverFixture()
})

describe('what was remembered', () => {
  it('creates a new draft after the old one was deleted only on request', async () => {
    const folder = await fixture.album()
    const { summary } = await fixture.delivered(folder)
    await fixture.client.releases.delete(summary.releaseId)
    const second = await fixture.deliver(folder)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`The hub no longer has release ${summary.releaseId}`)
    expect(second.stderr).toContain('--restart')
    const third = await fixture.delivered(folder, '--restart')
    expect(third.summary.releaseId).not.toBe(summary.releaseId)
    const fourth = await fixture.delivered(folder, '--restart')
    expect(fourth.summary.releaseId).toBe(third.summary.releaseId)
    expect(fourth.stderr).toContain('still exists (draft), so it is continued')
  })

  it('moves with the folder, and is not taken for its own by a copy', async () => {
    const folder = await fixture.album()
    const { summary } = await fixture.delivered(folder)
    const copy = `${folder} (Deluxe)`
    await cp(folder, copy, { recursive: true })
    const refused = await fixture.deliver(copy)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`The folder is a copy of ${folder}`)
    await addFiles(copy, { 'release.yaml': fixture.manifest() })
    const own = await fixture.delivered(copy, '--restart')
    expect(own.summary.releaseId).not.toBe(summary.releaseId)
    await rename(folder, `${folder} moved`)
    expect((await fixture.delivered(`${folder} moved`)).summary.releaseId).toBe(summary.releaseId)
  })

  it('is kept aside when it cannot be read, and the release is found again', async () => {
    const folder = await fixture.album()
    const { summary } = await fixture.delivered(folder)
    await truncate(join(folder, '.spindle/state.json'), 40)
    const second = await fixture.delivered(folder)
    expect(second.stderr).toContain('cannot be read. It is kept as')
    expect(second.summary.releaseId).toBe(summary.releaseId)
    await writeFile(join(folder, '.spindle/state.json'), '{"version": 2}')
    const third = await fixture.deliver(folder)
    expect(third.code).toBe(1)
    expect(third.stderr).toContain('written by a newer version of spindle')
  })

  it('does not go to another account', async () => {
    const folder = await fixture.album()
    const { summary } = await fixture.delivered(folder)
    const key = await (await createTestAccount(fixture.hub)).key()
    const other = await runSpindle(['deliver', folder], { ...fixture.settings, key })
    expect(other.code).toBe(1)
    expect(other.stderr).toContain(`The hub no longer has release ${summary.releaseId}`)
    expect(other.stderr).toContain('the key belongs to another account')
  })
})
