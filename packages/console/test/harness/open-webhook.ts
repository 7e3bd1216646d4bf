import type { FakeHub } from './fake-hub.ts'
import { labelHub, type Person } from './label-hub.ts'
import { openInLabel } from './render-page.tsx'

/** A webhook of the label. */
export const hooks = {
  url: 'https://label.example/hooks',
  description: null,
  eventTypes: null,
  status: 'active',
  source: 'account',
  disabledReason: null,
  failingSince: null,
  previousSecretUntil: null,
  lastDeliveredAt: '2026-11-26T11:00:00.000Z',
} as const

/** A message of it that the receiver refused twice. */
export const failed = {
  id: 'whm_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
  type: 'release.status_changed',
  data: { id: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', status: 'live' },
  releaseTitle: 'Night Drive',
  status: 'pending',
  createdAt: '2026-11-26T11:30:00.000Z',
  attempts: 2,
  nextAttemptAt: '2026-11-26T12:10:00.000Z',
  lastAttempt: { number: 2, at: '2026-11-26T11:40:00.000Z', statusCode: 500, failure: 'refused', durationMs: 120 },
} as const

/** Opens the page of one webhook. */
export async function openOne(facts: object = {}, prepare = (_hub: FakeHub) => {}, person?: Person) {
  const hub = labelHub(person)
  hub.answer('getWebhook', { ...hooks, ...facts })
  hub.answer('listWebhookMessages', { data: [failed] })
  hub.answer('listWebhooks', { data: [] })
  prepare(hub)
  const page = await openInLabel(hub, '/webhooks/whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
  return { hub, page }
}
