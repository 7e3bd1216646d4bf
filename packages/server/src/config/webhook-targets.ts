import { type NamedTargets, parseTarget } from '../platform/outgoing/allowed-targets.ts'
import type { Reader } from './reader.ts'

/** What webhooks may reach beside public addresses: hosts and networks. */
export function readWebhookTargets(reader: Reader): NamedTargets {
  const key = 'SPINDLE_WEBHOOK_TARGETS'
  const texts = (reader.text(key) ?? '').split(',').map((text) => text.trim())
  const targets = texts.filter(Boolean).flatMap((text) => {
    const target = parseTarget(text)
    if (target) return target
    reader.fail(key, `"${text}" is neither a host nor a network`, 'use for example hooks.internal or 10.20.0.0/16')
    return []
  })
  return {
    hosts: targets.flatMap((target) => ('host' in target ? target.host : [])),
    networks: targets.filter((target) => 'address' in target),
  }
}
