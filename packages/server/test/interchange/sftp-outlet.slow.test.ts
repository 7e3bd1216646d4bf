import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { storeOutlets } from '../../src/features/interchange/index.ts'
import type { DeliveryAccess, DeliveryMessage } from '../../src/features/outlets/index.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import type { ReleaseFixture } from '../harness/releases.ts'
import { isSshdMissing, type Sshd, startSshd } from '../harness/sshd.ts'
import { acknowledge, convertCover, openStoreHub, readStore, type StoreHub } from '../harness/store-folder.ts'

describe.skipIf(isSshdMissing())('a store that takes packages by SFTP', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let operator: ReturnType<typeof operatorOf>
  let sshd: Sshd
  let submit: StoreHub['submit']
  let reach: StoreHub['reach']
  let secrets: string
  beforeAll(async () => {
    sshd = await startSshd()
    secrets = await mkdtemp(join(tmpdir(), 'spindle-secrets-'))
    atEnd(() => rm(secrets, { recursive: true }))
    await writeFile(join(secrets, 'key'), sshd.privateKey)
    await writeFile(join(secrets, 'password'), 'wrong\n')
    ;({ hub, fixture, submit, reach } = await openStoreHub({
      environment: {
        // That of the operator's shell.
        SPINDLE_SECRET: 's'.repeat(32),
        SPINDLE_DPID: 'PADPIDA2099010101A',
        SPINDLE_DPID_NAME: 'Example Hub',
      },
    }))
    operator = operatorOf(hub)
  })

  async function addStore(id: string, ...signIn: string[]): Promise<void> {
    const server = ['--sftp', `${sshd.user}@${sshd.host}:${sshd.port}`, '--directory', sshd.folder, ...signIn]
    const wishes = ['--to', 'PADPIDA2099010102B=Example Store', '--ask-every', '1', '--live-on', 'ack']
    const { code, err } = await operator('outlets', 'add', id, '--name', 'Example Store', ...server, ...wishes)
    if (code !== 0) throw new Error(err.join('\n'))
    await knownToHub(id, (outlet) => outlet !== undefined)
  }
  type Known = ReturnType<TestHub['hub']['outlets']['list']>[number]
  const knownToHub = (id: string, isSo: (outlet: Known | undefined) => boolean) =>
    eventually(() => isSo(hub.hub.outlets.list().find((outlet) => outlet.id === id)), { what: `news of ${id}` })
  const deliveryOf = async (releaseId: string) => (await fixture.get(releaseId)).body.deliveries[0]
  const knocks = () => sshd.said().match(/(Failed|Accepted) \w+/g) ?? []
  const listed = async () => (await operator('outlets', 'list')).out.join('\n')

  it('is sent nothing while it shows another host key, and everything once that is pinned', async () => {
    await addStore('far', '--host-key', `SHA256:${'A'.repeat(43)}`, '--key-file', join(secrets, 'key'))
    const release = await submit('far')
    await reach(release.id, 'failed')
    const failed = await deliveryOf(release.id)
    expect(failed.reason).toEqual({
      code: 'outlet_paused',
      message: 'The store refused the sign-in of the hub. The operator must check the credentials.',
    })
    expect(await listed()).toContain(`paused: the server has the host key ${sshd.hostKey}`)
    expect((await operator('outlets', 'test', 'far')).out).toEqual([
      expect.stringMatching(/^failed {2}connect: the server has the host key/),
    ])
    expect(knocks()).toEqual([])

    await operator('outlets', 'sign-in', 'far', '--host-key', sshd.hostKey)
    const tried = await operator('outlets', 'test', 'far')
    expect([tried.code, tried.out]).toEqual([
      0,
      [
        `ok      connect: host key ${sshd.hostKey} (ssh-ed25519)`,
        ...['create a folder', 'write a file', 'rename it', 'read it', 'remove it'].map((step) => `ok      ${step}`),
      ],
    ])
    await operator('outlets', 'resume', 'far')
    await knownToHub('far', (outlet) => outlet?.isPaused === false)
    await fixture.post(`/api/v1/music-distributor/releases/${release.id}/deliveries/${failed.id}/retry`)
    const [sent] = await eventually(async () => (await readStore(sshd.folder)).length > 0 && readStore(sshd.folder), {
      what: 'the package',
    })
    await acknowledge(sshd.folder, sent?.messageId ?? '', 'FileOK')
    await reach(release.id, 'live')
    expect(await listed()).toMatch(/^far {2}sftp {2}Example Store {2}ERN 4\.3\.2 {2}test$/m)
  })

  it('is tried once with a wrong password, however much waits', async () => {
    await addStore('locked', '--host-key', sshd.hostKey, '--password-file', join(secrets, 'password'))
    const before = knocks().length
    const releases = await Promise.all([submit('locked'), submit('locked')])
    await eventually(async () => (await listed()).includes('the server refused the password of') || undefined, {
      what: 'the pause',
    })
    await eventually(
      async () => {
        const statuses = await Promise.all(releases.map(async ({ id }) => (await deliveryOf(id)).status))
        return statuses.includes('failed') && !statuses.includes('sending')
      },
      { what: 'what waits to be put off' },
    )
    expect(knocks().slice(before)).toEqual(['Failed password'])
  })

  it('receives nothing from a process that has not noticed the pause yet', async () => {
    await addStore('quiet', '--host-key', sshd.hostKey, '--password-file', join(secrets, 'password'))
    await operator('outlets', 'pause', 'quiet')
    const { ids, log } = hub.hub.http
    const sender = { dpid: 'PADPIDA2099010101A', name: 'Example Hub' }
    const parts = { database: hub.opened.database, clock: { now: Date.now }, ids, log, sender, convertCover }
    const adapter = storeOutlets({ ...parts, outlets: hub.hub.outlets }).find(({ kind }) => kind === 'sftp')
    const signal = new AbortController().signal
    const before = knocks().length
    const attempt = adapter?.deliver({ outletId: 'quiet' } as DeliveryMessage, { signal } as DeliveryAccess)
    await expect(attempt).rejects.toMatchObject({ code: 'outlet_paused' })
    expect(knocks()).toHaveLength(before)
  })
})
