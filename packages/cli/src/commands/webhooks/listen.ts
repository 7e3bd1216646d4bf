import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { LiveEvent } from '@spindle/client'
import { environmentFetch } from '@spindle/client/node'
import { requireOption, UsageError } from '@spindle/command-line'
import type { WebhookEventType } from '@spindle/contract/vocabulary'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { joinCells } from '../../output/format-table.ts'
import type { listen } from './webhook-commands.ts'

/**
 * The events of the stream as messages of a webhook, with the headers and the body that the hub sends. The stream also
 * reports edits; a webhook receives only changes of status, so the last status sent for each thing is remembered.
 */
export const listenForEvents: CommandHandler<typeof listen> = async (context, { forwardTo, types }) => {
  const { out, signal } = context
  const target = parseTarget(requireOption(forwardTo, '--forward-to', '--forward-to http://localhost:3000/hooks'))
  const client = await context.client()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const messageOf = messageMaker(types)
  out.say(`Signing secret, for this run only: ${secret}`)
  const onLine = (isGood: boolean): void =>
    out.say(
      isGood ? `Forwarding events to ${target}. Press Ctrl-C to stop.` : '! The connection was lost. Trying again.',
    )
  for await (const event of client.events.stream({ signal, onLine })) {
    if (event.event === 'reset') out.say('! Some events were missed. Read your data again.')
    const message = messageOf(event)
    if (message === undefined) continue
    const { status, failure } = await forward(target, message, { secret, signal })
    const cells = [
      new Date().toISOString(),
      message.type,
      message.data.id,
      message.data.status,
      '->',
      status ?? failure,
    ]
    const shown = { id: message.id, type: message.type, data: message.data, statusCode: status, failure }
    out.oneOfMany(shown, () => [joinCells(cells, out.columns)])
  }
  return undefined
}

function parseTarget(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new UsageError(`--forward-to is "${text}"; give an address such as http://localhost:3000/hooks`)
}

interface Message {
  readonly id: string
  readonly type: WebhookEventType
  readonly data: { readonly id: string; readonly status: string }
}

const typeOf = {
  release: 'release.status_changed',
  delivery: 'delivery.status_changed',
  upload: 'upload.status_changed',
} as const satisfies Partial<Record<LiveEvent['event'], WebhookEventType>>

/** Undefined for events that no webhook receives. */
function messageMaker(types: readonly WebhookEventType[] | undefined) {
  const told = new Map<string, string>()
  return (event: LiveEvent): Message | undefined => {
    if (event.event === 'reset' || event.event === 'key') return undefined
    const { event: name, data } = event
    const isNews = told.get(data.id) !== data.status
    told.set(data.id, data.status)
    if (told.size > maxTold) told.delete(told.keys().next().value ?? '')
    const type = typeOf[name]
    return isNews && (types?.includes(type) ?? true) ? { id: `msg_${randomUUID()}`, type, data } : undefined
  }
}

/** Of how many things the last status is remembered. */
const maxTold = 10_000
const timeoutMs = 15_000

interface Outcome {
  readonly status: number | null
  readonly failure: string | null
}

/** As the hub sends it: one request, signed, following nothing. */
async function forward(
  target: string,
  { id, type, data }: Message,
  { secret, signal }: { readonly secret: string; readonly signal: AbortSignal },
): Promise<Outcome> {
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await environmentFetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: limit,
    })
    await response.body?.cancel()
    return { status: response.status, failure: null }
  } catch (error) {
    const { cause, name } = error as Error
    const code = (cause as { readonly code?: unknown } | undefined)?.code
    return { status: null, failure: typeof code === 'string' ? code : name }
  }
}
