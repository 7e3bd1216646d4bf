import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { localWebhooks, startWebhookReceiver, verifyMessage } from '../harness/webhook-receiver.ts'
import { openAccount } from './database-restart/open-account.ts'

const path = '/api/v1/distributor/webhooks'

it('a hub killed between commit and sending sends every message after its restart, by the same id', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-hooks-'))
  const port = await freePort()
  const start = () => startHubProcess({ dataDir, port, environment: localWebhooks })
  let hub = await start()
  try {
    const { key } = await openAccount(hub, dataDir)
    const receiver = await startWebhookReceiver()
    // The first one is never answered, so that the others wait for it.
    receiver.answer = () => {}
    const post = (at: string, body: object) =>
      call(hub.url, 'POST', at, {
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const { id, secret } = (await post(path, { url: receiver.url })).body
    const committed: string[] = []
    for (let message = 0; message < 5; message++) committed.push((await post(`${path}/${id}/test`, {})).body.id)
    await eventually(() => receiver.received.length > 0, { what: 'the first message' })
    await hub.kill()
    const before = receiver.received.splice(0)
    receiver.answer = (_message, response) => void response.end()
    hub = await start()
    const arrived = () => new Set(receiver.received.map((message) => message.id))
    await eventually(() => arrived().size >= committed.length, { what: 'all messages' })
    expect([...arrived()].toSorted()).toEqual(committed.toSorted())
    for (const message of receiver.received) verifyMessage(message, secret)
    const again = receiver.received.find(({ id: messageId }) => messageId === before[0]?.id)
    expect(again?.text).toBe(before[0]?.text)
  } finally {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
})
