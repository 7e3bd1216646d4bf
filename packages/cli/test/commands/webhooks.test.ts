import { beforeAll, describe, expect, it } from 'vitest'
import { startLine } from '../../../client/test/harness/line.ts'
import { atEnd } from '../../../server/test/harness/cleanup.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { freePort } from '../../../server/test/harness/hub.ts'
import {
  localWebhooks,
  quickRetries,
  startWebhookReceiver,
  verifyMessage,
} from '../../../server/test/harness/webhook-receiver.ts'
import { type HubFixture, openHubFixture } from '../harness/hub-fixture.ts'
import { startSpindle } from '../harness/run-spindle.ts'

let fixture: HubFixture

beforeAll(async () => {
  fixture = await openHubFixture({ environment: localWebhooks, overrides: { webhooks: quickRetries } })
})

describe('webhooks', () => {
  it('are created, tested, read, changed and deleted', async () => {
    const receiver = await startWebhookReceiver()
    const alone = await fixture.spindle(['webhooks', 'create', receiver.url, '--description', 'calendar'])
    expect(alone).toMatchObject({ code: 0, stderr: expect.stringContaining('shown once') })
    const secret = alone.stdout.trim()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { data } = await fixture.json(['webhooks', 'list'])
    const id: string = data[0].id
    expect(data).toMatchObject([{ url: receiver.url, description: 'calendar', eventTypes: null, status: 'active' }])
    const short = `whk_…${id.slice(-8)}`
    const message = await fixture.json(['webhooks', 'test', short])
    await eventually(() => receiver.received.length > 0, { what: 'the test event' })
    expect(receiver.received[0]?.id).toBe(message.id)
    const delivered = await eventually(
      async () => {
        const { data: all } = await fixture.json(['webhooks', 'messages', id, '--status', 'delivered'])
        return all.length > 0 && all
      },
      { what: 'the end of the message' },
    )
    expect(delivered).toMatchObject([{ id: message.id, type: 'endpoint.test', attempts: 1 }])
    const attempts = await fixture.json(['webhooks', 'attempts', id, `…${message.id.slice(-8)}`])
    expect(attempts.data).toMatchObject([{ number: 1, statusCode: 200, failure: null }])
    await fixture.json(['webhooks', 'replay', id, message.id])
    await eventually(() => receiver.received.length > 1, { what: 'the replay' })
    expect(receiver.received[1]).toMatchObject({ id: message.id, text: receiver.received[0]?.text })
    const rotated = await fixture.json(['webhooks', 'rotate', id, '--json'])
    expect(rotated.secret).not.toBe(secret)
    expect(rotated.previousSecretUntil).toEqual(expect.any(String))
    const changed = await fixture.json(['webhooks', 'update', id, '--types', 'upload.status_changed'])
    expect(changed.eventTypes).toEqual(['upload.status_changed'])
    expect((await fixture.json(['webhooks', 'update', id, '--all-types'])).eventTypes).toBeNull()
    expect(await fixture.json(['webhooks', 'disable', id])).toMatchObject({ disabledReason: 'requested' })
    const shown = await fixture.shown(['webhooks', 'list'])
    expect(shown.stdout).toContain('disabled (requested)')
    expect(await fixture.json(['webhooks', 'enable', id])).toMatchObject({ status: 'active' })
    expect((await fixture.shown(['webhooks', 'get', id])).stdout).toContain(receiver.url)
    expect(await fixture.json(['webhooks', 'delete', id, '--yes'])).toEqual({ id, status: 'deleted' })
    expect((await fixture.json(['webhooks', 'list'])).data).toEqual([])
  })

  it('say what is not understood', async () => {
    const [address, type, nothing] = await Promise.all([
      fixture.spindle(['webhooks', 'create', 'http://label.example']),
      fixture.spindle(['webhooks', 'create', 'https://label.example', '--types', 'release.changed']),
      fixture.spindle(['webhooks', 'update', 'whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB']),
    ])
    expect(address).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('SPINDLE_WEBHOOK_TARGETS') })
    expect(type).toMatchObject({ code: 2, stderr: expect.stringContaining('release.status_changed') })
    expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing to change') })
  })
})

describe('listen', () => {
  it('forwards events as signed webhooks, and continues after the connection was lost', async () => {
    const receiver = await startWebhookReceiver()
    const line = await startLine(fixture.hub.url)
    atEnd(() => line.close())
    const running = startSpindle(['listen', '--forward-to', `${receiver.url}/hooks`, '--json'], {
      ...fixture.options,
      hub: line,
    })
    await running.untilShown('Forwarding events')
    const secret = /whsec_\S+/.exec(running.stderr())?.[0] ?? ''
    const untilForwarded = (id: string) =>
      eventually(() => receiver.received.find(({ body: { data } }) => data.id === id), { what: `the event of ${id}` })
    const first = (await fixture.releases.release({ title: 'Heard' })).body
    const message = await untilForwarded(first.id)
    expect(message).toMatchObject({
      path: '/hooks',
      body: { type: 'release.status_changed', data: { id: first.id, status: 'draft' } },
    })
    expect(verifyMessage(message, secret)).toEqual(message.body)
    const shown = await eventually(
      () =>
        running
          .stdout()
          .split('\n')
          .find((text) => text.includes(first.id)),
      { what: 'the line of the event' },
    )
    expect(JSON.parse(shown)).toMatchObject({ id: message.id, statusCode: 200, failure: null })
    line.cut(0)
    const missed = (await fixture.releases.release({ title: 'Missed' })).body
    verifyMessage(await untilForwarded(missed.id), secret)
    expect(running.stderr()).toContain('The connection was lost')
    running.interrupt()
    expect(await running.result).toMatchObject({ code: 0 })
  })

  it('leaves out events without a new status, and types that were not requested', async () => {
    const receiver = await startWebhookReceiver()
    const types = ['--types', 'release.status_changed']
    const running = startSpindle(['listen', '--forward-to', receiver.url, ...types], fixture.options)
    await running.untilShown('Forwarding events')
    const edited = (await fixture.releases.release({ title: 'Edited' })).body
    const key = fixture.releases.key
    const path = `/api/v1/music-distributor/releases/${edited.id}`
    await fixture.hub.json('PATCH', path, { key, body: { title: 'Edited again' } })
    await fixture.hub.json('DELETE', path, { key })
    await eventually(() => receiver.received.some(({ body: { data } }) => data.status === 'deleted'), {
      what: 'the end of the release',
    })
    expect(receiver.received.map(({ body }) => [body.type, body.data])).toEqual([
      ['release.status_changed', { id: edited.id, status: 'draft' }],
      ['release.status_changed', { id: edited.id, status: 'deleted' }],
    ])
    running.interrupt()
    await running.result
  })

  it('says what could not be reached, and what is not an address', async () => {
    const port = await freePort()
    const running = startSpindle(['listen', '--forward-to', `http://127.0.0.1:${port}`], fixture.options)
    await running.untilShown('Forwarding events')
    await fixture.releases.release({ title: 'Unheard' })
    await eventually(() => running.stdout().includes('ECONNREFUSED'), { what: 'the failure' })
    running.interrupt()
    await running.result
    const wrong = await fixture.spindle(['listen', '--forward-to', 'localhost:3000'])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('http://localhost:3000') })
    const missing = await fixture.spindle(['listen'])
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--forward-to is missing') })
  })
})
