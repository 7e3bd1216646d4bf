import { createTestAccount, requestToken, type TestAccount } from '../../harness/accounts.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../../harness/hub.ts'
import { setUpOperator } from '../../harness/people.ts'
import { coverJpeg, shortMaster, storeFile, submittableRelease, untilLive } from '../../harness/submittable.ts'
import { createTusUpload } from '../../harness/tus-client.ts'
import type { Material } from './requests.ts'

/** A hub without a worker whose account has one of everything, created through the API. */

const integrationToken = 'i'.repeat(40)
const releasesPath = '/api/v1/music-distributor/releases'

export type LivingMaterial = Material & { readonly ids: Record<string, string[]> }

export async function openPreparedHub(): Promise<{ hub: TestHub; material: LivingMaterial }> {
  const opened = await createTestDatabase()
  const environment = { SPINDLE_INTEGRATION_TOKENS: `site=${integrationToken}`, SPINDLE_SANDBOX_OUTLET: 'on' }
  // The first hub analyses and delivers; the second one only answers requests.
  const workshop = await startTestHub({
    environment,
    overrides: { openDatabase: { ...opened, close: async () => {} } },
  })
  const account = await createTestAccount(workshop)
  const material = await createMaterial(workshop, account)
  await workshop.hub.close()
  const hub = await startTestHub({
    role: 'api',
    environment: { ...environment, SPINDLE_DATA_DIR: workshop.dataDir },
    overrides: { openDatabase: opened },
  })
  // A token is valid for one hub, by its address.
  const jwt = await requestToken(hub, account)
  const operator = await setUpOperator(hub)
  await hub.hub.contact.receive({ name: 'Ada', email: 'ada@label.example', organisation: '', message: 'Hello' })
  const { messages } = await hub.hub.contact.list({ limit: 1 })
  const people = await hub.hub.people.list()
  const credentials = { ...material.credentials, jwt, session: operator.cookie() ?? '' }
  const ids = {
    ...material.ids,
    acc: [account.accountId],
    msg: messages.map(({ id }) => id),
    usr: people.map(({ id }) => id),
  }
  return { hub, material: { ...material, ids, credentials } }
}

async function createMaterial(workshop: TestHub, account: TestAccount): Promise<LivingMaterial> {
  const hub = { url: workshop.url, key: await account.key() }
  const bearer = await account.token()
  const audio = await storeFile(hub, 'audio/wav', shortMaster(1))
  const cover = await storeFile(hub, 'image/jpeg', await coverJpeg())
  const create = async (serial: number, submit: boolean) => {
    const body = {
      ...submittableRelease({ title: `Release ${serial}`, uploadId: audio, coverUploadId: cover, serial }),
      submit,
    }
    return (await workshop.json('POST', releasesPath, { key: hub.key, body })).body
  }
  const live = await untilLive(hub, (await create(1, true)).id)
  const drafts = [await create(2, false), await create(3, false)]
  const keys = []
  for (const name of ['a', 'b'])
    keys.push(
      (await workshop.json('POST', '/api/v1/distributor/keys', { bearer, body: { name, permissions: ['music:read'] } }))
        .body,
    )
  const webhooks = []
  for (const name of ['a', 'b'])
    webhooks.push(
      (
        await workshop.json('POST', '/api/v1/distributor/webhooks', {
          key: hub.key,
          body: { url: `https://${name}.example/` },
        })
      ).body,
    )
  const { body: message } = await workshop.json('POST', `/api/v1/distributor/webhooks/${webhooks[0].id}/test`, {
    key: hub.key,
  })
  const { body: imported } = await workshop.json('POST', '/api/v1/music-distributor/imports', {
    key: hub.key,
    body: { message: 'PG5vdGhpbmcvPg==' },
  })
  const { body: exported } = await workshop.json('POST', '/api/v1/distributor/exports', { bearer })
  const { body } = await workshop.json('GET', `${releasesPath}?limit=1`, { key: hub.key })
  const open = await createTusUpload(hub.url, hub.key, { size: 100_000 })
  return {
    ids: {
      rel: [live.id, ...drafts.map(({ id }) => id)],
      trk: [live.tracks[0].id],
      upl: [audio, cover, open.uploadId],
      ready: [audio],
      key: keys.map(({ id }) => id),
      whk: webhooks.map(({ id }) => id),
      whm: [message.id],
      imp: [imported.id],
      exp: [exported.id],
      dlv: live.deliveries.map(({ id }: { id: string }) => id),
    },
    credentials: { apiKey: hub.key, jwt: bearer, integrationToken, session: '' },
    cursors: [body.page.nextCursor],
  }
}
