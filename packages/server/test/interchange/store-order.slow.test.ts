import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { storeOutlets } from '../../src/features/interchange/index.ts'
import type { DeliveryAccess, DeliveryMessage, OutletAdapter } from '../../src/features/outlets/index.ts'
import { temporaryFolder } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { releasesPath } from '../harness/releases.ts'
import { acknowledge, convertCover, openStoreHub, readStore, type StoreHub } from '../harness/store-folder.ts'

/** What stores receive, in which order, if something fails in between. */

interface Hold {
  /** The delivery exists. */
  readonly arrived: Promise<void>
  open(): void
}

type Attempt = readonly [message: DeliveryMessage, access: DeliveryAccess]

/** The adapter of the hub, which a test can stop before or after it has delivered, or separate from the files. */
function heldAdapter() {
  let real: OutletAdapter | undefined
  const holds = new Map<string, { arrive: () => void; opened: Promise<void> }>()
  const broken = new Set<string>()
  const attempts = new Map<string, Attempt>()
  const pass = async (place: 'before' | 'after', outletId: string): Promise<void> => {
    const hold = holds.get(`${place} ${outletId}`)
    hold?.arrive()
    await hold?.opened
  }
  const inside = (): OutletAdapter => {
    if (!real) throw new Error('the hub is not there yet')
    return real
  }
  const adapter: OutletAdapter = {
    kind: 'folder',
    mayReadMetadata: false,
    isSlow: true,
    retry: { maxAttempts: 1000, firstPauseMs: 50, maxPauseMs: 200, timeoutMs: 3_600_000 },
    async deliver(message, access) {
      await pass('before', message.outletId)
      const name = `${message.outletId} ${message.revision}`
      if (!attempts.has(name)) attempts.set(name, [message, access])
      const openAudio = () => Promise.reject(new Error('The line was cut.'))
      const outcome = await inside().deliver(message, broken.has(name) ? { ...access, openAudio } : access)
      await pass('after', message.outletId)
      return outcome
    },
    takedown: (message, access) => inside().takedown(message, access),
  }
  return {
    adapter,
    use: (outlet: OutletAdapter) => {
      real = outlet
    },
    breakFiles: (outletId: string, revision: number) => void broken.add(`${outletId} ${revision}`),
    /** Repeats the first attempt at this revision. */
    async deliverLate(outletId: string, revision: number) {
      const attempt = attempts.get(`${outletId} ${revision}`)
      if (!attempt) throw new Error('there was no such attempt')
      return inside().deliver(...attempt)
    },
    hold(place: 'before' | 'after', outletId: string): Hold {
      const { promise: opened, resolve: open } = Promise.withResolvers<void>()
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      holds.set(`${place} ${outletId}`, { arrive, opened })
      return {
        arrived,
        open: () => {
          holds.delete(`${place} ${outletId}`)
          open()
        },
      }
    },
  }
}

const isOffered = (xml: string): boolean => xml.includes('<DealList>')

describe('the order of what a store gets', () => {
  const held = heldAdapter()
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub({ overrides: { outletAdapters: [held.adapter] } })
    const { hub, opened } = store.hub
    const sender = { dpid: 'PADPIDA2099010101A', name: 'Example Hub' }
    const { ids, log } = hub.http
    const parts = {
      database: opened.database,
      clock: { now: Date.now },
      ids,
      log,
      sender,
      convertCover,
      outlets: hub.outlets,
    }
    const folderOutlet = storeOutlets(parts).find(({ kind }) => kind === 'folder')
    if (folderOutlet) held.use(folderOutlet)
  })
  const messagesOf = async (releaseId: string) =>
    (await store.hub.json('GET', `${releasesPath}/${releaseId}/messages`, { key: store.fixture.key })).body.data
  const deliveryOf = async (releaseId: string) => (await store.fixture.get(releaseId)).body.deliveries[0]
  const goLive = async (outlet: { readonly id: string; readonly folder: string }, count: number) => {
    const release = await store.submit(outlet.id)
    await acknowledge(outlet.folder, (await store.nthMessage(outlet.folder, count)).messageId, 'FileOK')
    await store.reach(release.id, 'live')
    return release
  }
  /** A store whose folder cannot be written to until it is repaired. */
  async function addBrokenStore() {
    const folder = join(await temporaryFolder('spindle-store'), 'incoming')
    await writeFile(folder, 'no folder')
    const { id } = await store.addStore({ folder })
    const repair = async (): Promise<void> => {
      await rm(folder)
      // The hub may have created it in between.
      await mkdir(folder, { recursive: true })
    }
    return { id, folder, repair }
  }

  it('is the same message, whenever its store can be reached again', async () => {
    const { id, folder, repair } = await addBrokenStore()
    const release = await store.submit(id)
    const [waiting] = await eventually(
      async () => {
        const { attempts } = await deliveryOf(release.id)
        return attempts > 2 && messagesOf(release.id)
      },
      { what: 'a third attempt' },
    )
    expect(waiting).toMatchObject({ status: 'waiting', sentAt: null })
    await repair()
    await store.reach(release.id, 'sent')
    const { id: messageId, sha256, batch } = waiting
    expect(await messagesOf(release.id)).toMatchObject([{ id: messageId, sha256, batch, status: 'sent' }])
    expect(await readStore(folder)).toMatchObject([{ messageId, batch }])
  })

  it('has no room for an older revision that was to be tried again', async () => {
    const { id, folder } = await store.addStore()
    held.breakFiles(id, 1)
    const release = await store.submit(id)
    const [older] = await eventually(
      async () => (await deliveryOf(release.id)).attempts > 1 && messagesOf(release.id),
      {
        what: 'a second attempt',
      },
    )
    await store.fixture.patch(release.id, { label: 'Red Lamp' })
    await store.fixture.act(release.id, 'submit')
    const newer = await store.nthMessage(folder, 1)
    await store.reach(release.id, 'sent')
    const both = [
      { id: newer.messageId, revision: 2, status: 'sent' },
      { id: older.id, revision: 1, status: 'dropped', sentAt: null },
    ]
    expect(await messagesOf(release.id)).toMatchObject(both)
    // An attempt that hung all the time, and only continues now.
    await expect(held.deliverLate(id, 1)).rejects.toMatchObject({ code: 'message_replaced' })
    expect(await readStore(folder)).toEqual([newer])
    expect(await readdir(folder)).toEqual([newer.batch])
    expect(await messagesOf(release.id)).toMatchObject(both)
  })

  it.each(['before', 'after'] as const)(
    'ends with a takedown that was asked for %s an update was written',
    async (place) => {
      const outlet = await store.addStore()
      const release = await goLive(outlet, 1)
      const hold = held.hold(place, outlet.id)
      await store.fixture.patch(release.id, { label: 'Red Lamp' })
      await store.fixture.act(release.id, 'submit')
      await hold.arrived
      await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
      hold.open()
      const down = await store.nthMessage(outlet.folder, 3)
      await store.reach(release.id, 'takedown_sent')
      expect((await readStore(outlet.folder)).map(({ xml }) => isOffered(xml))).toEqual([true, true, false])
      await acknowledge(outlet.folder, down.messageId, 'FileOK')
      await store.reach(release.id, 'taken_down')
      expect(await readStore(outlet.folder)).toHaveLength(3)
    },
  )

  it('has takedowns before everything else that waits', async () => {
    const outlet = await store.addStore()
    const live = await goLive(outlet, 1)
    const hold = held.hold('before', outlet.id)
    const first = await store.submit(outlet.id)
    await hold.arrived
    const second = await store.submit(outlet.id)
    await store.fixture.act(live.id, 'takedown', { reason: 'Rights have ended.' })
    hold.open()
    await store.nthMessage(outlet.folder, 4)
    const upcs = (await readStore(outlet.folder)).map(({ xml }) => /<ICPN>(\d+)</.exec(xml)?.[1])
    expect(upcs).toEqual([live.upc, first.upc, live.upc, second.upc])
  })

  it('gets a new message if the store refused a takedown, with the reason', async () => {
    const outlet = await store.addStore()
    const release = await goLive(outlet, 1)
    await store.fixture.act(release.id, 'takedown', { reason: 'Rights have ended.' })
    const refused = await store.nthMessage(outlet.folder, 2)
    await acknowledge(outlet.folder, refused.messageId, 'InternalError', 'We were asleep.')
    const again = await store.nthMessage(outlet.folder, 3)
    expect(again.messageId).not.toBe(refused.messageId)
    expect(isOffered(again.xml)).toBe(false)
    expect((await store.fixture.events(release.id)).body.data).toContainEqual(
      expect.objectContaining({
        type: 'delivery.takedown_failed',
        reason: 'We were asleep.',
        data: expect.objectContaining({ code: 'internal_error', messageId: refused.messageId }),
      }),
    )
    await store.reach(release.id, 'takedown_sent')
    await acknowledge(outlet.folder, again.messageId, 'FileOK')
    await store.reach(release.id, 'taken_down')
    expect((await messagesOf(release.id)).map(({ status }: { status: string }) => status)).toEqual([
      'accepted',
      'refused',
      'accepted',
    ])
  })
})
