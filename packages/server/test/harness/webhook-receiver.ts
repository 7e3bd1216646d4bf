import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { WebhookSending } from '../../src/features/webhooks/index.ts'
import { atEnd } from './cleanup.ts'

/** A server of a customer, which stores what it receives and answers as a test decides. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: ReceivedMessage[]
  answer: (message: ReceivedMessage, response: ServerResponse) => void
}

export interface ReceivedMessage {
  readonly path: string
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Readonly<Record<string, string>> }
}

export async function startWebhookReceiver(host = '127.0.0.1', port = 0): Promise<WebhookReceiver> {
  const receiver: Omit<WebhookReceiver, 'url'> = { received: [], answer: (_message, response) => void response.end() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const message: ReceivedMessage = {
        path: request.url ?? '',
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text,
        body: JSON.parse(text),
      }
      receiver.received.push(message)
      receiver.answer(message, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(receiver, { url: `http://${host}:${(server.address() as AddressInfo).port}` })
}

/** With the reference library of Standard Webhooks; throws if the signature is wrong. */
export const verifyMessage = ({ text, headers }: ReceivedMessage, secret: string): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>)

/** Receivers of tests are on the loopback; retries come immediately. */
export const localWebhooks = { SPINDLE_WEBHOOK_TARGETS: '127.0.0.0/8' } as const
export const quickRetries: WebhookSending = { retryDelaysMs: Array.from({ length: 9 }, () => 0) }
