import { describe, expect, it } from 'vitest'
import { retryHint } from './retry-hint.ts'

const options = {
  folder: 'night-drive',
  submit: false,
  watch: false,
  concurrency: 3,
  update: false,
  until: 'delivered',
} as const

describe('retryHint', () => {
  it.each([
    [{}, 'spindle deliver night-drive'],
    [{ submit: true }, 'spindle deliver night-drive --submit'],
    [{ submit: true, watch: true }, 'spindle deliver night-drive --submit --watch'],
    [{ submit: true, watch: true, until: 'live' }, 'spindle deliver night-drive --submit --watch --until live'],
    [{ update: true, concurrency: 8 }, 'spindle deliver night-drive --update --concurrency 8'],
    [{ bytesPerSecond: 500_000 }, 'spindle deliver night-drive --bwlimit 500000'],
    [{ stateDir: '/var/my state' }, "spindle deliver night-drive --state-dir '/var/my state'"],
    [{ folder: ['a', 'Night Drive'], submit: true }, "spindle deliver a 'Night Drive' --submit"],
    [{ folder: './Night Drive' }, "spindle deliver './Night Drive'"],
  ] as const)('with %j is %s', (more, hint) => {
    expect(retryHint({ ...options, ...more })).toBe(hint)
  })
})
