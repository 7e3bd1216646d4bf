import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort, startTestHub, type TestHub } from '../harness/hub.ts'
import { localWebhooks } from '../harness/webhook-receiver.ts'

/** The receiver of docs/webhooks.md, as a reader would run it, accepts messages of a real hub and no others. */

const page = fileURLToPath(new URL('../../../../docs/webhooks.md', import.meta.url))
const path = '/api/v1/distributor/webhooks'

describe('the receiver in the documentation', () => {
  let hub: TestHub
  let key: string
  let id: string
  let address: string
  let said = ''
  beforeAll(async () => {
    hub = await startTestHub({ environment: localWebhooks })
    key = await (await createTestAccount(hub)).key()
    address = `http://127.0.0.1:${await freePort()}/hooks`
    const { body } = await hub.json('POST', path, { key, body: { url: address } })
    id = body.id
    const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(await readFile(page, 'utf8')) ?? []
    const folder = await mkdtemp(join(tmpdir(), 'spindle-receiver-'))
    await writeFile(join(folder, 'receiver.mjs'), code)
    const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: process.env.TMPDIR,
        PORT: new URL(address).port,
        WEBHOOK_SECRET: body.secret,
      },
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    atEnd(async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    await eventually(() => fetch(address).then(Boolean, () => false), { what: 'the receiver to listen' })
  }, 240_000)

  it('takes what the hub sends', async () => {
    await hub.json('POST', `${path}/${id}/test`, { key })
    const delivered = await eventually(
      async () => (await hub.json('GET', `${path}/${id}/messages?status=delivered`, { key })).body.data[0],
      { what: 'the test event' },
    )
    expect(delivered.lastAttempt).toMatchObject({ number: 1, statusCode: 204 })
    await eventually(() => said.includes(`endpoint.test {"webhookId":"${id}"}`), { what: 'the line of the receiver' })
  })

  it('refuses what others send', async () => {
    const headers = { 'webhook-id': 'whm_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
    for (const signature of ['', 'v1,AAAA', `v1,${Buffer.alloc(32).toString('base64')}`, `v2,${'A'.repeat(44)}`]) {
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...headers, 'webhook-signature': signature },
        body: '{"type":"endpoint.test","data":{}}',
      })
      expect(response.status, signature).toBe(400)
    }
  })
})
