import { Spindle } from '@spindle/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../../server/test/harness/accounts.ts'
import { startTestHub } from '../../../server/test/harness/hub.ts'
import { shortMaster, storeFile } from '../../../server/test/harness/submittable.ts'
import { type SaveOutcome, saveRelease } from '../../src/delivery/save-release.ts'

/**
 * A delivery becomes one draft, even if answers are lost or windows save at the same time. The hub is a
 * real one.
 */

describe('the draft of a delivery', () => {
  let hub: Spindle
  let accountId: string
  let uploadId: string
  beforeAll(async () => {
    const test = await startTestHub()
    const account = await createTestAccount(test)
    const apiKey = await account.key()
    accountId = account.accountId
    hub = new Spindle({ baseUrl: test.url, apiKey })
    uploadId = await storeFile({ url: test.url, key: apiKey }, 'audio/wav', shortMaster(5))
  })

  const save = (draftName: string, title: string, findMade = () => undefined as SaveOutcome['saved'] | undefined) =>
    saveRelease({
      hub,
      accountId,
      wanted: { title, type: 'single', tracks: [{ title: 'One', uploadId }] },
      saved: undefined,
      draftName,
      findMade,
      isMadeElsewhere: () => Promise.resolve(false),
      onMade: () => Promise.resolve(),
    }) as Promise<SaveOutcome>
  const listTitles = async (): Promise<string[]> =>
    (await hub.releases.list({ limit: 100 }).page()).data.map(({ title }) => title).sort()

  it('is made once when the answer was lost and it is saved again', async () => {
    const first = await save('lost', 'Lost')
    const again = await save('lost', 'Lost')
    expect(again.saved).toEqual(first.saved)
    expect(await listTitles()).toEqual(['Lost'])
  })

  it('is created once when two windows each save another change, and has the later one', async () => {
    let heard: SaveOutcome['saved'] | undefined
    const first = await save('two', 'Mine')
    // That window announces it a little later.
    setTimeout(() => {
      heard = first.saved
    }, 300)
    const other = await save('two', 'Ours', () => heard)
    expect(other.saved.releaseId).toBe(first.saved.releaseId)
    expect(await listTitles()).toEqual(['Lost', 'Ours'])
  })

  it('is created again when the earlier one is gone', async () => {
    const first = await save('gone', 'Gone')
    await hub.releases.delete(first.saved.releaseId)
    const again = await save('gone', 'Gone')
    expect(again.saved.releaseId).not.toBe(first.saved.releaseId)
    expect(await listTitles()).toEqual(['Gone', 'Lost', 'Ours'])
  })

  it('has what the form shows, and nothing of the defaults of the account', async () => {
    await hub.defaults.update({ defaults: { label: 'Blue Lamp', trackDefaults: { composition: 'original' } } })
    const { release } = await save('shown', 'Shown')
    expect(release).not.toHaveProperty('label')
    expect(release?.tracks[0]).not.toHaveProperty('composition')
  })
})
