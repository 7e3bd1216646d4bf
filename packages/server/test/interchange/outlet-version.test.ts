import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, openStoreHub, type Sent, type StoreHub } from '../harness/store-folder.ts'

/** Every message has the version and the end mark of its outlet as they are when the message is made. */

describe('the version of an outlet', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub()
  })
  const preview = async (releaseId: string, outlet: string) =>
    (await store.hub.json('GET', `${releasesPath}/${releaseId}/ern?outlet=${outlet}`, { key: store.fixture.key })).body
  const versionOf = ({ xml }: Pick<Sent, 'xml'>) => /xmlns:ern="http:\/\/ddex\.net\/xml\/ern\/(\d+)"/.exec(xml)?.[1]
  const change = async (id: string, ernVersion: string) => {
    await store.hub.hub.outlets.change(id, { ernVersion })
    await eventually(
      () => {
        const settings = store.hub.hub.outlets.list().find((outlet) => outlet.id === id)?.settings
        return (settings as { ernVersion?: string } | undefined)?.ernVersion === ernVersion || undefined
      },
      { what: 'the hub to know the new version' },
    )
  }

  it('is in the list of outlets, and changes there', async () => {
    const { id } = await store.addStore({ ernVersion: '4.3' })
    const listed = async () => {
      const { key } = store.fixture
      const { body } = await store.hub.json('GET', '/api/v1/music-distributor/outlets', { key })
      return body.data.find((outlet: { id: string }) => outlet.id === id)?.store.ernVersion
    }
    expect(await listed()).toBe('4.3')
    await change(id, '4.3.1')
    expect(await listed()).toBe('4.3.1')
  })

  it('is that of offers, updates, messages sent again, takedowns and previews', async () => {
    const { id, folder } = await store.addStore({ ernVersion: '4.3' })
    const aiUsage = { vocals: 'generated' }
    const release = await store.submit(id, { aiUsage })
    const shown = await preview(release.id, id)
    expect([shown.version, versionOf(shown)]).toEqual(['4.3', '43'])
    expect(shown.notCarried).toContainEqual({
      pointer: '/aiUsage',
      message: 'ERN 4.3 has no elements for the use of AI. ERN 4.3.1 and later have them.',
    })
    const first = await store.nthMessage(folder, 1)
    expect([versionOf(first), first.xml.includes('AI>')]).toEqual(['43', false])
    await acknowledge(folder, first.messageId, 'MetadataMissing')
    await store.reach(release.id, 'refused')

    await change(id, '4.3.1')
    const { body } = await store.fixture.get(release.id)
    await store.fixture.post(`${releasesPath}/${release.id}/deliveries/${body.deliveries[0].id}/retry`)
    const again = await store.nthMessage(folder, 2)
    expect([versionOf(again), again.xml.includes('<ContainsAI>Partly</ContainsAI>')]).toEqual(['431', true])
    await acknowledge(folder, again.messageId, 'FileOK')
    await store.reach(release.id, 'live')

    await change(id, '4.3.2')
    await store.fixture.patch(release.id, { label: 'Red Lamp' })
    expect((await preview(release.id, id)).version).toBe('4.3.2')
    await store.fixture.act(release.id, 'submit')
    const third = await store.nthMessage(folder, 3)
    expect(versionOf(third)).toBe('432')
    await acknowledge(folder, third.messageId, 'FileOK')
    await store.reach(release.id, 'live')

    await change(id, '4.3')
    const diff = await store.hub.json('GET', `${releasesPath}/${release.id}/ern/diff?outlet=${id}`, {
      key: store.fixture.key,
    })
    expect(diff.body.changes).toEqual([])
    expect(diff.body.xmlChanges).toBeGreaterThan(0)
    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    const down = await store.nthMessage(folder, 4)
    expect(versionOf(down)).toBe('43')
    const threads = [first, again, third, down].map(({ xml }) => /<MessageThreadId>([^<]+)/.exec(xml)?.[1])
    expect(new Set(threads).size).toBe(1)
  })

  it('may be of another family: takedowns of what the store has are in its version of today', async () => {
    const { id, folder } = await store.addStore({ ernVersion: '3.8.3' })
    const indicatorOf = ({ xml }: Sent) => /<UpdateIndicator>([^<]+)/.exec(xml)?.[1]
    const release = await store.submit(id)
    expect((await preview(release.id, id)).profile).toBe('AudioSingle')
    const first = await store.nthMessage(folder, 1)
    expect([versionOf(first), indicatorOf(first)]).toEqual(['383', 'OriginalMessage'])
    expect(first.xml).toMatch(/<FileName>[^<]+<\/FileName>\s*<FilePath>resources\/<\/FilePath>/)
    await acknowledge(folder, first.messageId, 'FileOK')
    await store.reach(release.id, 'live')

    await store.fixture.patch(release.id, { label: 'Red Lamp' })
    const diff = await store.hub.json('GET', `${releasesPath}/${release.id}/ern/diff?outlet=${id}`, {
      key: store.fixture.key,
    })
    const paths = new Set(diff.body.xml.map(({ path }: { path: string }) => path.split('/').at(-1)))
    expect(paths).toEqual(new Set(['LabelName']))
    await store.fixture.act(release.id, 'submit')
    const second = await store.nthMessage(folder, 2)
    expect([versionOf(second), indicatorOf(second), second.xml.includes('<File>')]).toEqual([
      '383',
      'UpdateMessage',
      false,
    ])
    await acknowledge(folder, second.messageId, 'FileOK')
    await store.reach(release.id, 'live')

    await change(id, '4.3')
    await change(id, '3.8.2')
    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    const down = await store.nthMessage(folder, 3)
    expect([versionOf(down), indicatorOf(down)]).toEqual(['382', 'UpdateMessage'])
    expect(down.xml).toContain('<TakeDown>true</TakeDown>')
    await acknowledge(folder, down.messageId, 'FileOK')
    await store.reach(release.id, 'taken_down')
  })

  it.each([
    ['none', /<HashSum>/, undefined],
    ['MD5', /<HashSum>([0-9a-f]{32})<\/HashSum>\s*<HashSumAlgorithmType>MD5</, 'md5'],
    ['SHA-256', /<HashSum>([0-9a-f]{64})<\/HashSum>\s*<HashSumAlgorithmType>SHA-256</, 'sha256'],
  ] as const)(
    'stands beside an end mark with the digest that the store takes: %s',
    async (hash, written, algorithm) => {
      const { id, folder } = await store.addStore({ manifestHash: hash })
      await store.submit(id)
      const { batch, xml } = await store.nthMessage(folder, 1)
      const endMark = await readFile(join(folder, batch, `BatchComplete_${batch}.xml`), 'utf8')
      expect(written.exec(endMark)?.[1]).toBe(algorithm && createHash(algorithm).update(xml).digest('hex'))
      expect(endMark).toContain('<ProductType>AudioProduct</ProductType>')
    },
  )
})
