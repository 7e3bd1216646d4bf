import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../cleanup.ts'
import { eventually } from '../eventually.ts'
import { operatorOf } from '../operator.ts'
import { readPackages } from '../sent-packages.ts'
import { bucketStoreArguments } from '../store-bucket.ts'
import { acknowledgementOf, readLaterAnswers, type StoreHub } from '../store-folder.ts'
import { type BucketAddress, bucketFolder } from './bucket-folder.ts'

/** How a store is added that answers. */
export const wishes = [
  ...['--name', 'Example Store', '--to', 'PADPIDA2099010102B=Example Store'],
  ...['--ask-every', '1', '--live-on', 'ack'],
]

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-bucket-store-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let places = 0
/** A store with a separate prefix, added as an operator does. */
export async function addStore(
  { hub, fixture }: StoreHub,
  address: BucketAddress,
  choreography: 'batch' | 'release_by_release',
) {
  const id = `bucket-${++places}`
  const store = bucketFolder(address, `inbox-${places}/`)
  const place = await bucketStoreArguments(store, await temporaryFolder())
  const { code, err } = await operatorOf(hub)('outlets', 'add', id, ...wishes, ...place, '--choreography', choreography)
  if (code !== 0) throw new Error(err.join('\n'))
  await eventually(() => hub.hub.outlets.list().some((outlet) => outlet.id === id) || undefined, { what: id })
  return {
    id,
    store,
    nth: (count: number) =>
      eventually(async () => (await readPackages(store, choreography))[count - 1], { what: `package ${count}` }),
    answer: async (messageId: string, status: string, text?: string) => {
      const { path, xml } = acknowledgementOf(messageId, status, text)
      await store.write(path, xml)
    },
    deliveryOf: async (releaseId: string) => (await fixture.get(releaseId)).body.deliveries[0],
  }
}

/** The history of one release at a store with a bucket, until it is taken down. */
export function describeStoreLife(openHub: () => StoreHub, addressNow: () => BucketAddress): void {
  it.each(['batch', 'release_by_release'] as const)(
    'gets a release, what changes and the takedown: %s',
    async (way) => {
      const hub = openHub()
      const { id, store, nth, answer, deliveryOf } = await addStore(hub, addressNow(), way)
      const release = await hub.submit(id)
      const first = await nth(1)
      const { upc } = release
      const message = way === 'batch' ? [upc, `${upc}.xml`] : [`${upc}.xml`]
      const [place] = first.endMark.split('/')
      expect(first.paths).toEqual([
        [place, ...message].join('/'),
        [place, ...message.slice(0, -1), 'resources', `${upc}_T1_001.wav`].join('/'),
        [place, ...message.slice(0, -1), 'resources', `${upc}_T2_001.jpg`].join('/'),
        ...(way === 'batch' ? [`${place}/BatchComplete_${place}.xml`] : []),
      ])
      await hub.reach(release.id, 'sent')
      await answer(first.messageId, 'FileOK')
      await hub.reach(release.id, 'live')

      // After its first answer the store has played it.
      await answer(first.messageId, 'ResourceCorrupt', 'Track 1 is broken.')
      await readLaterAnswers(hub.hub)
      await hub.reach(release.id, 'refused')
      const refused = await deliveryOf(release.id)
      expect(refused.reason).toEqual({ code: 'resource_corrupt', message: 'Track 1 is broken.' })
      await hub.fixture.act(release.id, `deliveries/${refused.id}/retry`)
      const second = await nth(2)
      expect(second.paths).toHaveLength(first.paths.length)
      await answer(second.messageId, 'FileOK')
      await hub.reach(release.id, 'live')

      await hub.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
      const third = await nth(3)
      expect(third.xml).not.toContain('<DealList>')
      expect(third.paths).toHaveLength(first.paths.length - 2)
      await hub.reach(release.id, 'takedown_sent')
      await answer(third.messageId, 'NoDealInNewReleaseMessage')
      await hub.reach(release.id, 'taken_down')

      const packages = await readPackages(store, way)
      expect(new Set(packages.map(({ messageId }) => messageId)).size).toBe(3)
      const answers = (await store.paths()).filter((path) => path.startsWith('acknowledgements/'))
      expect(answers).toHaveLength(4)
      expect(await store.paths()).toHaveLength(packages.flatMap(({ paths }) => paths).length + answers.length)
      expect(await store.openUploads()).toEqual([])
    },
  )
}
