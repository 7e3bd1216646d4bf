import { expect, it } from 'vitest'
import { openReleaseHub } from '../harness/releases.ts'
import { openTransferAccount, transfersPath } from '../harness/transfers.ts'

/** Each comparison reads catalog and deliveries anew, so a large transfer is no cheap question. */
it('a read counts as one more for each 50 releases that it compares', async () => {
  const opened = openReleaseHub({ environment: { SPINDLE_RATE_LIMIT: '6000/120/300' } })
  const { hub, fixture, take } = await openTransferAccount(opened)
  const upcOf = (number: number): string => {
    const digits = `02000000${String(number).padStart(3, '0')}`
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
    return `${digits}${(10 - (sum % 10)) % 10}`
  }
  const rows = Array.from({ length: 120 }, (_, number) => `${upcOf(number)},Song`)
  const { id } = await take(['upc,trackTitle', ...rows].join('\n'))
  const ask = async (path: string): Promise<number> => {
    const { status, headers } = await hub.json('GET', `${transfersPath}${path}`, { key: fixture.key })
    expect(status).toBe(200)
    return Number(/"reads";r=([0-9]+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  /** What is charged after the answer shows in the next one, which counts as one itself. */
  const extraOf = async (path: string): Promise<number> => (await ask(path)) - (await ask('')) - 1
  expect(await extraOf('')).toBe(0)
  expect(await extraOf(`/${id}`)).toBe(2)
  expect(await extraOf(`/${id}/releases?limit=20`)).toBe(0)
  expect(await extraOf(`/${id}/releases?limit=100`)).toBe(2)
  // A filter compares whatever it passes over, and a total all releases.
  expect(await extraOf(`/${id}/releases?limit=20&severity=none`)).toBe(10)
  expect(await extraOf(`/${id}/releases?limit=20&count=true`)).toBe(2)
})
