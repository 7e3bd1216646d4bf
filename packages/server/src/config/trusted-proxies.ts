import { type NamedTargets, parseTarget } from '../platform/outgoing/allowed-targets.ts'
import type { Reader } from './reader.ts'

/** Networks of proxies whose X-Forwarded-For is trusted. */
export function readTrustedProxies(reader: Reader): NamedTargets['networks'] {
  const key = 'SPINDLE_TRUSTED_PROXIES'
  const texts = (reader.text(key) ?? '').split(',').map((text) => text.trim())
  return texts.filter(Boolean).flatMap((text) => {
    const target = parseTarget(text)
    if (target && 'address' in target) return target
    reader.fail(key, `"${text}" is neither an address nor a network`, 'use for example 127.0.0.1 or 10.20.0.0/16')
    return []
  })
}
