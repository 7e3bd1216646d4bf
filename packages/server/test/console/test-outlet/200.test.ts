import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../harness/free-port.ts'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { openStoreHub, type StoreHub, settingsFor } from '../../harness/store-folder.ts'

describe('testOutlet 200', () => {
  let store: StoreHub
  let operator: TestPerson
  beforeAll(async () => {
    store = await openStoreHub()
    operator = await setUpOperator(store.hub)
  })
  const test = (id: string) => operator.ask('POST', `/console/api/operator/outlets/${id}/test`)
  const ok = { found: null, problem: null }

  it('shows each step that worked, leaves nothing at the store, and records who tested', async () => {
    const { id, folder } = await store.addStore()
    expect(await test(id)).toMatchObject({
      status: 200,
      body: {
        steps: [
          { step: 'create a folder', ...ok },
          { step: 'write a file', ...ok },
          { step: 'rename it', ...ok },
          { step: 'read it', ...ok },
          { step: 'remove it', ...ok },
        ],
      },
    })
    expect(await readdir(folder)).toEqual([])
    expect(
      await store.hub.opened.database.system.rows("select data from hub_audit_events where type = 'outlet.tested'"),
    ).toEqual([{ data: { outlet: id, failed: null } }])
  })

  it('shows what failed', async () => {
    const settings = settingsFor('/dev/null/store')
    await store.hub.hub.outlets.add({ id: 'broken', kind: 'folder', name: 'Broken', settings })
    const { status, body } = await test('broken')
    expect(status).toBe(200)
    expect(body.steps).toEqual([{ step: 'create a folder', found: null, problem: expect.stringMatching(/\S/) }])
  })

  it('says that no server answers', async () => {
    const port = await freePort()
    const hostKey = `SHA256:${'A'.repeat(43)}`
    const place = { host: '127.0.0.1', port, user: 'hub', basePath: '.', hostKey }
    const settings = { ...settingsFor(''), ...place, signsInWith: 'password' }
    await store.hub.hub.outlets.add({ id: 'away', kind: 'sftp', name: 'Away', settings }, 'a password')
    const { body } = await test('away')
    expect(body.steps ?? body).toEqual([
      {
        step: 'connect',
        found: null,
        problem: `nothing answers at this port (connect ECONNREFUSED 127.0.0.1:${port})`,
      },
    ])
  })

  it('shows that a sign-in was sealed under another secret', async () => {
    const { id } = await store.addStore()
    await store.hub.opened.database.system.execute(`update outlets set secret = '\\x00' where id = $1`, [id])
    expect((await test(id)).body.steps).toEqual([
      { step: 'read the stored sign-in', found: null, problem: expect.stringMatching(/^What the hub signs in with/) },
    ])
  })
})
