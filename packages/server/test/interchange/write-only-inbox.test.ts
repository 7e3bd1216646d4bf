import { beforeAll, describe, expect, it } from 'vitest'
import type { SftpSettings } from '../../src/features/interchange/index.ts'
import { testOutlet } from '../../src/features/interchange/test-transport.ts'
import { eventually } from '../harness/eventually.ts'
import { type InboxRequest, type SftpInbox, startOddInbox, startSftpInbox } from '../harness/sftp-inbox.ts'
import { openStoreHub, type StoreHub, settingsFor } from '../harness/store-folder.ts'

const settingsOf = ({ place }: SftpInbox, more: Partial<SftpSettings> = {}) => ({
  ...settingsFor(''),
  ...place,
  signsInWith: 'password',
  // No server here acknowledges anything: the hub would sign in to each, ten times a second, until the end of the file.
  askEverySeconds: 3600,
  ...more,
})

describe('a store whose server has few rights', () => {
  let store: StoreHub
  beforeAll(async () => {
    store = await openStoreHub({
      environment: { SPINDLE_DPID: 'PADPIDA2099010101A', SPINDLE_DPID_NAME: 'Example Hub' },
    })
  })
  let serial = 0
  async function deliverTo(inbox: SftpInbox, more: Partial<SftpSettings> = {}) {
    const id = `inbox-${++serial}`
    const { outlets } = store.hub.hub
    await outlets.add({ id, kind: 'sftp', name: 'Inbox', settings: settingsOf(inbox, more) }, inbox.password)
    await eventually(() => outlets.list().some((outlet) => outlet.id === id) || undefined, { what: id })
    const release = await store.submit(id)
    const delivery = async () => (await store.fixture.get(release.id)).body.deliveries[0]
    return { id, release, delivery, reach: (status: string) => store.reach(release.id, status) }
  }
  const sentAt = (deliveryId: string) =>
    store.hub.opened.database.system.row<{ sentAt: Date | null }>(
      'select sent_at as "sentAt" from store_messages where delivery_id = $1',
      [deliveryId],
    )
  const paths = ({ content }: SftpInbox) => [...content.keys()].map((path) => path.replace(/\d{13,17}/g, 'N')).sort()
  const wholePackage = (upc: string) => {
    const release = upc.replace(/\d{13,17}/g, 'N')
    return expect.arrayContaining([`/N/${release}/${release}.xml`, '/N/BatchComplete_N.xml'])
  }

  it.each<[string, InboxRequest[]]>([
    ['list', ['list']],
    ['list and read', ['list', 'read']],
    ['look at files', ['stat']],
    ['delete', ['remove']],
    ['do anything but write and rename', ['list', 'stat', 'read', 'remove']],
  ])('that does not allow to %s has the package, and message and delivery are sent', async (_, forbidden) => {
    const inbox = await startSftpInbox(...forbidden)
    const { release, delivery, reach } = await deliverTo(inbox)
    await reach('sent')
    expect(paths(inbox)).toEqual(wholePackage(release.upc))
    expect(paths(inbox).filter((path) => path.endsWith('.part'))).toEqual([])
    const { id, reason } = await delivery()
    expect(reason ?? null).toBeNull()
    expect((await sentAt(id))?.sentAt).not.toBeNull()
  })

  it('that cannot store a file when it is closed has no package, and neither message nor delivery is sent', async () => {
    const inbox = await startSftpInbox('close')
    const { delivery, reach } = await deliverTo(inbox, { writeFiles: 'in_place' })
    await reach('failed')
    const { id, reason } = await delivery()
    expect(reason).toEqual({
      code: 'outlet_unreachable',
      message: 'The hub could not write a file at the store. The hub will try again later.',
    })
    expect((await sentAt(id))?.sentAt).toBeNull()
    expect(paths(inbox).filter((path) => path.includes('.'))).toEqual([])
  })

  it('that does not allow to rename gets files in place when the operator says so', async () => {
    const inbox = await startSftpInbox('rename')
    const { id, release, delivery, reach } = await deliverTo(inbox)
    await reach('failed')
    const failed = await delivery()
    expect(failed.reason).toEqual({
      code: 'outlet_forbidden',
      message:
        'The store does not allow the hub to rename a file. The operator can have files written in place: outlets set ID --write-files in_place. The hub will try again later.',
    })
    expect((await sentAt(failed.id))?.sentAt).toBeNull()
    await store.hub.hub.outlets.change(id, { writeFiles: 'in_place', acknowledges: false })
    await store.fixture.post(`/api/v1/music-distributor/releases/${release.id}/deliveries/${failed.id}/retry`)
    await reach('live')
    expect(paths(inbox)).toEqual(wholePackage(release.upc))
  })

  it.each<[string, InboxRequest, number, string]>([
    ['a quota, as ProFTPD says it, at the first byte', 'write', 4, 'Disk quota exceeded'],
    ['a quota, when a file is closed', 'close', 4, 'quota exceeded for user label'],
    ['a quota, where a folder is created', 'mkdir', 4, 'No space left on device'],
    ['a quota that is called a permission', 'write', 3, 'Permission denied: storage quota reached'],
  ])('that is full says so: %s', async (_, at, status, message) => {
    const { delivery, reach } = await deliverTo(await startOddInbox({ full: { at, status, message } }))
    await reach('failed')
    expect((await delivery()).reason).toEqual({
      code: 'outlet_full',
      message: 'The store has no space left. The hub will try again later.',
    })
  })

  it('whose names have one case has every file of the package', async () => {
    const inbox = await startOddInbox({ hasOneCase: true })
    const { reach } = await deliverTo(inbox)
    await reach('sent')
    const other = await startOddInbox({})
    const sent = await deliverTo(other)
    await sent.reach('sent')
    const lower = (of: SftpInbox) =>
      paths(of)
        .map((path) => path.toLowerCase())
        .sort()
    expect(lower(inbox)).toEqual(lower(other))
    expect(lower(inbox).filter((path) => path.endsWith('.part'))).toEqual([])
  })

  it.each<[InboxRequest, string]>([
    ['write', 'write a file'],
    ['mkdir', 'create a folder'],
  ])('that does not allow to %s is named with that step', async (forbidden, step) => {
    const { delivery, reach } = await deliverTo(await startSftpInbox(forbidden))
    await reach('failed')
    expect((await delivery()).reason).toEqual({
      code: 'outlet_forbidden',
      message: `The store does not allow the hub to ${step}. The hub will try again later.`,
    })
  })
})

describe('the test of a store whose server has few rights', () => {
  const test = async (forbidden: readonly InboxRequest[], more: Partial<SftpSettings> = {}) => {
    const inbox = await startSftpInbox(...forbidden)
    const steps = await testOutlet({
      ...{ id: 'far', kind: 'sftp', secret: inbox.password, settings: settingsOf(inbox, more) },
    })
    const said = steps.slice(1).map(({ step, found, problem }) => {
      const text = (problem ?? found ?? '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      return `${problem === undefined ? 'ok' : 'failed'} ${step}${text && `: ${text}`}`
    })
    return { said, left: [...inbox.content.keys()].filter((path) => path !== '/') }
  }

  it('leaves nothing there if all is allowed, or if only writing is needed', async () => {
    for (const forbidden of [[], ['stat'], ['list', 'stat', 'read']] satisfies InboxRequest[][]) {
      const { said, left } = await test(forbidden, { acknowledges: false })
      expect(left).toEqual([])
      expect(said.filter((line) => line.startsWith('failed'))).toEqual([])
    }
  })

  it('says exactly what it left where nothing can be deleted', async () => {
    const { said, left } = await test(['remove'], { acknowledges: false })
    expect(left).toHaveLength(2)
    expect(said.at(-1)).toBe(
      'ok remove it: the store does not allow it, so this is left there: spindle-test-ID/a, spindle-test-ID',
    )
  })

  it('cleans up after the step that failed, and gives the option for it', async () => {
    const { said, left } = await test(['rename'])
    expect(left).toEqual([])
    expect(said).toEqual([
      ...['ok create a folder', 'ok write a file'],
      'failed rename it: Permission denied. Files can be written in place: outlets set far --write-files in_place',
      'ok remove it',
    ])
    expect((await test(['rename'], { writeFiles: 'in_place', acknowledges: false })).said).toEqual([
      ...['ok create a folder', 'ok write a file', 'ok read it', 'ok remove it'],
    ])
  })

  it('says that acknowledgements cannot be read, with the option for it', async () => {
    expect((await test(['list'])).said.at(-1)).toBe(
      'failed list acknowledgements: its acknowledgements cannot be read (Permission denied). If it sends none: outlets set far --no-acknowledgements',
    )
    expect((await test(['list'], { acknowledges: false })).said.filter((line) => line.startsWith('failed'))).toEqual([])
  })
})
