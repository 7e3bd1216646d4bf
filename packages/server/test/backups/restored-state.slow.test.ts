import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import type { Id } from '../../src/platform/values/ids.ts'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { createLiveRelease, type LiveRelease, takeDown } from '../harness/live-releases.ts'
import { operatorOf } from '../harness/operator.ts'
import { fromOwnPage, setUpOperator, type TestPerson } from '../harness/people.ts'
import { type EmptyPlace, integrationToken, newFolder, openEmptyPlace, startFirstHub, startOn } from './restored-hub.ts'

/** A restored hub lacks everything after the backup. This must not mislead clients. */

const dayMs = 24 * 60 * 60_000

/** Bytes of an age of two days without an upload. */
async function storeOrphan({ hub }: TestHub, { dataDir }: EmptyPlace): Promise<Id<'upl'>> {
  const id = hub.http.ids.make('upl')
  const writer = await diskBlobs(join(dataDir, 'uploads')).openWriter(
    { key: id, receipt: null },
    { offset: 0, fence: 1, size: null },
  )
  await writer.write([Buffer.from('bytes')])
  await writer.finalise()
  const at = new Date(Date.now() - 2 * dayMs)
  await utimes(join(dataDir, 'uploads/complete', id.slice(-2), id), at, at)
  return id
}

describe('a restored hub', () => {
  let first: TestHub
  let account: TestAccount
  let release: LiveRelease
  let person: TestPerson
  let folder: string
  const feed = async (hub: TestHub, cursor?: string) =>
    (
      await hub.json('GET', `/api/integration/feed${cursor === undefined ? '' : `?cursor=${cursor}`}`, {
        bearer: integrationToken,
      })
    ).body
  beforeAll(async () => {
    first = await startFirstHub()
    account = await createTestAccount(first)
    const options = { accountId: account.accountId, properties: ['site-a'], trackTitles: ['Intro', 'Outro'] }
    release = await createLiveRelease(first, options)
    person = await setUpOperator(first)
    folder = await newFolder()
    // The bytes of such a release were never stored; the backup reports that.
    expect((await operatorOf(first)('backup', 'create', '--to', folder)).code).toBe(1)
    // What the backup does not contain: the property is far ahead in its feed.
    await createLiveRelease(first, { ...options, title: 'Later' })
    await takeDown(first, { accountId: account.accountId, releaseId: release.releaseId, property: 'site-a' })
  })
  const restore = async (): Promise<{ place: EmptyPlace; hub: TestHub }> => {
    const place = await openEmptyPlace()
    expect((await place.restore(folder)).code).toBe(1)
    return { place, hub: await startOn(place) }
  }
  const restoreAndFinish = async (): Promise<{ place: EmptyPlace; hub: TestHub }> => {
    const restored = await restore()
    expect((await restored.place.operator('restore', 'finish')).code).toBe(0)
    return restored
  }

  it('sends a property with a cursor from before through its whole feed, so that no takedown is hidden', async () => {
    const ahead = (await feed(first)).page.nextCursor
    expect(await feed(first, ahead)).toMatchObject({ data: [], reset: false })
    const { hub } = await restoreAndFinish()
    const [intro, outro] = release.trackIds
    // It gets a position that the property has already passed.
    await takeDown(hub, {
      accountId: account.accountId,
      releaseId: release.releaseId,
      property: 'site-a',
      trackId: intro ?? '',
    })
    // Later entries are after the position it has reached, so nothing looks wrong.
    for (const title of ['New', 'Newer', 'Newest'])
      await createLiveRelease(hub, {
        accountId: account.accountId,
        properties: ['site-a'],
        title,
        trackTitles: ['A', 'B'],
      })
    const answer = await feed(hub, ahead)
    expect(answer.reset).toBe(true)
    expect(answer.data).toContainEqual(expect.objectContaining({ trackId: intro, deleted: true }))
    expect(answer.data).toContainEqual(expect.objectContaining({ trackId: outro, deleted: false }))
    expect(await feed(hub, answer.page.nextCursor)).toMatchObject({ data: [], reset: false })
  })

  it('takes no cursor of another restore of the same backup for its own', async () => {
    const [one, two] = [await restoreAndFinish(), await restoreAndFinish()]
    const ofOne = (await feed(one.hub)).page.nextCursor
    expect((await feed(two.hub, ofOne)).reset).toBe(true)
    const ofTwo = (await feed(two.hub)).page.nextCursor
    await two.hub.hub.plays.restartFeed('once more')
    expect((await feed(two.hub, ofTwo)).reset).toBe(true)
  })

  it('treats no file as an orphan, and reports so until the restore is finished', async () => {
    const { place, hub } = await restore()
    const finding = async () => {
      const found = JSON.parse((await place.operator('doctor', '--json')).out.join('\n')) as { name: string }[]
      return found.find(({ name }) => name === 'backups')
    }
    expect(await finding()).toMatchObject({
      isFine: false,
      text: expect.stringMatching(/^this hub was restored from the backup of 20/),
      fix: 'repeat the missing changes, then run: npm run hub -- restore finish',
    })
    const orphan = await storeOrphan(hub, place)
    const sweep = async () => JSON.parse((await place.operator('storage', 'sweep', '--json')).out.join('\n'))
    expect(await sweep()).toMatchObject({ orphans: 1, quarantined: 0, held: 'after_restore' })
    expect(await place.operator('restore', 'finish')).toMatchObject({
      code: 0,
      out: [
        expect.stringMatching(/^The restore of 20\w+ is finished\. Properties, stores and webhooks get data again/),
      ],
    })
    expect(await finding()).toMatchObject({
      isFine: true,
      text: expect.stringMatching(/^none since this hub was restored from the backup of 20/),
    })
    expect(await sweep()).toMatchObject({ orphans: 1, quarantined: 1 })
    expect(await diskBlobs(join(place.dataDir, 'uploads')).stat({ key: orphan, receipt: null })).toBeUndefined()
    expect(await place.operator('restore', 'finish')).toMatchObject({
      out: ['This hub was not restored, or its restore is already finished.'],
    })
  })

  it('has its people, and accepts no session from before', async () => {
    const asked = (hub: TestHub) =>
      hub.request('/console/api/session', { headers: { ...fromOwnPage, cookie: person.cookie() ?? '' } })
    expect((await asked(first)).status).toBe(200)
    const { place, hub } = await restore()
    expect((await asked(hub)).status).toBe(401)
    expect((await place.operator('people', 'list')).out).toHaveLength(1)
  })
})
