import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { postMessage, type WebhookNetwork } from '../../src/features/webhooks/sending/post-message.ts'
import { allowedTargets } from '../../src/platform/outgoing/allowed-targets.ts'
import { startAgentSite } from '../harness/agent-site.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startWebhookReceiver } from '../harness/webhook-receiver.ts'

/** Where messages are sent, and where never: for any address of a name, and any answer of a receiver. */

const nothing = { hosts: [], networks: [] }
const loopback = { hosts: [], networks: [{ address: '127.0.0.0', prefix: 8 }] }
const hooks = { hosts: ['hooks.example'], networks: [] }

const send = (
  url: string,
  {
    named = nothing,
    network = {},
  }: { named?: Parameters<typeof allowedTargets>[0]; network?: Partial<WebhookNetwork> },
) =>
  postMessage(
    { url, headers: { 'content-type': 'application/json' }, body: '{"type":"endpoint.test"}' },
    { targets: allowedTargets(named), network: { lookup: async () => ['127.0.0.1'], timeoutMs: 20_000, ...network } },
  )

describe('a message to an address', () => {
  it.each([
    ['a host that has a private address', ['10.0.0.1']],
    ['a host that has one beside a public one', ['93.184.215.14', '127.0.0.1']],
    ['a host at the metadata of a cloud', ['169.254.169.254']],
    ['a host at a mapped address', ['::ffff:127.0.0.1']],
    ['a host at the loopback of IPv6', ['::1']],
  ])('is not sent to %s', async (_, addresses) => {
    const outcome = await send('https://label.example/', { network: { lookup: async () => addresses } })
    expect(outcome).toMatchObject({ statusCode: null, failure: 'address_refused', answer: null })
  })

  it('goes to the address that was checked, though the name has another one a moment later', async () => {
    const checked = await startWebhookReceiver('127.0.0.1')
    const { port } = new URL(checked.url)
    const rebound = await startWebhookReceiver('127.0.0.2', Number(port))
    const asked: string[] = []
    const lookup = async (host: string) => {
      asked.push(host)
      return [asked.length === 1 ? '127.0.0.1' : '127.0.0.2']
    }
    const outcome = await send(`http://hooks.example:${port}/a`, { named: hooks, network: { lookup } })
    expect(outcome).toMatchObject({ statusCode: 200, failure: null })
    expect([checked.received.length, rebound.received.length]).toEqual([1, 0])
    expect(asked).toEqual(['hooks.example'])
    expect(checked.received[0]?.headers.host).toBe(`hooks.example:${port}`)
  })

  it('is refused if the name moves to a private network between two attempts', async () => {
    const receiver = await startWebhookReceiver()
    const { port } = new URL(receiver.url)
    const outcome = await send(`https://label.example:${port}/`, { network: { lookup: async () => ['127.0.0.1'] } })
    expect(outcome.failure).toBe('address_refused')
    expect(receiver.received).toEqual([])
  })

  it('keeps the first 2 KB of the answer, and waits for no more of an endless one', async () => {
    const receiver = await startWebhookReceiver()
    receiver.answer = (_message, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1_000), () => setImmediate(more))
      }
      response.statusCode = 202
      more()
    }
    const outcome = await send(receiver.url, { named: loopback })
    expect(outcome).toMatchObject({ statusCode: 202, failure: null })
    expect(outcome.answer).toBe('x'.repeat(2_048))
  })

  it('gives up a receiver that accepts the connection and sends nothing, and a look-up without an end', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    atEnd(() => void silent.close())
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    expect((await send(url, { named: loopback, network: { timeoutMs: 50 } })).failure).toBe('timeout')
    const endless: WebhookNetwork['lookup'] = () => new Promise(() => {})
    expect((await send('https://label.example/', { network: { lookup: endless, timeoutMs: 50 } })).failure).toBe(
      'timeout',
    )
  })

  it('uses the status, even if the body never ends', async () => {
    const receiver = await startWebhookReceiver()
    receiver.answer = (_message, response) => void response.writeHead(200).write('so far')
    const outcome = await send(receiver.url, { named: loopback, network: { timeoutMs: 3_000 } })
    expect(outcome).toMatchObject({ statusCode: 200, failure: null, answer: 'so far' })
  })

  it('gives the reason of a failed attempt', async () => {
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    const lookup = async (): Promise<string[]> => {
      throw unknown
    }
    expect((await send('https://label.example/', { network: { lookup } })).failure).toBe('host_not_found')
    const none = await send('https://label.example/', { network: { lookup: async () => [] } })
    expect(none.failure).toBe('host_not_found')
    const closed = await startWebhookReceiver('127.0.0.3')
    const elsewhere = closed.url.replace('127.0.0.3', '127.0.0.4')
    expect((await send(elsewhere, { named: loopback })).failure).toBe('connection_failed')
  })

  it('trusts certificates of the host alone', async () => {
    const site = await startAgentSite()
    const { ca = '' } = site.network
    const targets = { named: { hosts: ['agent.example', 'third.example'], networks: [] } }
    expect((await send(site.url, targets)).failure).toBe('certificate_invalid')
    expect(await send(site.url, { ...targets, network: { ca } })).toMatchObject({ statusCode: 200, failure: null })
    const other = site.url.replace('agent.example', 'third.example')
    expect((await send(other, { ...targets, network: { ca } })).failure).toBe('certificate_invalid')
    expect(site.asked).toHaveLength(1)
  })
})
