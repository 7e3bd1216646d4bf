import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { XmlDocument } from 'libxml2-wasm'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import type { ReleaseFixture } from '../harness/releases.ts'
import { acknowledge, openStoreHub, readStore, type StoreHub } from '../harness/store-folder.ts'

describe('a store that takes packages from a folder', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let addStore: StoreHub['addStore']
  let submit: StoreHub['submit']
  let reach: StoreHub['reach']
  let nthMessage: StoreHub['nthMessage']
  beforeAll(async () => {
    ;({ hub, fixture, addStore, submit, reach, nthMessage } = await openStoreHub())
  })
  const status = async (releaseId: string): Promise<string> => (await fixture.get(releaseId)).body.deliveries[0]?.status

  it('gets a package that lists its content, acknowledges it, and gets changes and the takedown in order', async () => {
    const { id, folder } = await addStore()
    const release = await submit(id)
    const first = await nthMessage(folder, 1)
    await reach(release.id, 'sent')
    const document = XmlDocument.fromString(first.xml)
    const texts = (path: string) => document.find(path).map(({ content }) => content)
    const [paths, sums] = [texts('//File/URI'), texts('//File/HashSum/HashSumValue')]
    expect(texts('//IsProvidedInDelivery')).toEqual(['true', 'true'])
    document.dispose()
    const place = join(folder, first.batch, release.upc)
    for (const [index, path] of paths.entries())
      expect(
        createHash('sha256')
          .update(await readFile(join(place, path)))
          .digest('hex'),
      ).toBe(sums[index])
    expect(await readFile(join(folder, first.batch, `BatchComplete_${first.batch}.xml`), 'utf8')).toContain(
      createHash('sha256').update(first.xml).digest('hex'),
    )
    await acknowledge(folder, first.messageId, 'FileOK')
    await reach(release.id, 'live')

    await fixture.patch(release.id, { label: 'Red Lamp' })
    await fixture.act(release.id, 'submit')
    const second = await nthMessage(folder, 2)
    // Only metadata has changed: the files are not sent again.
    expect(second.xml).toContain('<FullName>Red Lamp</FullName>')
    expect(second.xml).toContain('<IsProvidedInDelivery>false</IsProvidedInDelivery>')
    expect(await readdir(join(folder, second.batch, release.upc))).toEqual([`${release.upc}.xml`])
    await acknowledge(folder, second.messageId, 'FileOK')
    await reach(release.id, 'live')

    await fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    const third = await nthMessage(folder, 3)
    expect(third.xml).not.toContain('<DealList>')
    await reach(release.id, 'takedown_sent')
    await acknowledge(folder, third.messageId, 'NoDealInNewReleaseMessage')
    await reach(release.id, 'taken_down')
    const all = await readStore(folder)
    expect(all).toHaveLength(3)
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(3)
  })

  it('refuses with its reason, and gets another message when it is tried again', async () => {
    const { id, folder } = await addStore()
    const release = await submit(id)
    const { messageId } = await nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'MetadataMissing', 'The composer is missing.')
    await reach(release.id, 'refused')
    const { body } = await fixture.get(release.id)
    expect(body.deliveries[0].reason).toEqual({ code: 'metadata_missing', message: 'The composer is missing.' })
    await fixture.post(`/api/v1/music-distributor/releases/${release.id}/deliveries/${body.deliveries[0].id}/retry`)
    const again = await nthMessage(folder, 2)
    expect(again.messageId).not.toBe(messageId)
    await acknowledge(folder, again.messageId, 'FileOK')
    await reach(release.id, 'live')
  })

  it('gets releases one by one, without answering, and nothing while it is paused', async () => {
    const { id, folder } = await addStore({ choreography: 'release_by_release', acknowledges: false })
    await hub.hub.outlets.pause(id, true)
    await eventually(() => hub.hub.outlets.list().find((outlet) => outlet.id === id)?.isPaused || undefined, {
      what: 'the pause',
    })
    const waiting = await submit(id)
    const { id: open, folder: other } = await addStore({ choreography: 'release_by_release', acknowledges: false })
    const release = await submit(open)
    await reach(release.id, 'live')
    const [name = ''] = await readdir(other)
    expect(name).toMatch(new RegExp(`^${release.upc}_\\d{17}$`))
    expect((await readdir(join(other, name))).sort()).toEqual([`${release.upc}.xml`, 'resources'])
    expect(await readdir(folder)).toEqual([])
    expect(await status(waiting.id)).toBe('queued')
  })

  it('is not sent what it would refuse', async () => {
    const { id, folder } = await addStore()
    const releaseDate = '2026-05-01'
    const deals = [
      {
        territories: { mode: 'worldwide' },
        startsAt: releaseDate,
        models: ['subscription'],
        uses: ['stream'],
        preorder: true,
      },
    ]
    const draft = await submit(id, { deals, releaseDate })
    await reach(draft.id, 'refused')
    expect((await fixture.get(draft.id)).body.deliveries[0].reason.code).toBe('unsupported_usage')
    expect(await readdir(folder)).toEqual([])
  })
})
