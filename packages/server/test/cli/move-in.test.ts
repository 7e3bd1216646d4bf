import { beforeAll, describe, expect, it } from 'vitest'
import { byteCount } from '../../src/cli/operator-command/options.ts'
import type { Environment } from '../../src/config/reader.ts'
import { openShell, runOperatorCommand } from '../harness/operator.ts'

describe('accounts move-in', () => {
  let environment: Environment
  let id: string
  beforeAll(async () => {
    environment = await openShell()
    id = (await runOperatorCommand(['accounts', 'create', 'Night Label'], environment)).out[0] ?? ''
  })
  const run = (...args: string[]) => runOperatorCommand(['accounts', ...args], environment)

  it('says what the account may do until when, in lines of at most 80 columns', async () => {
    expect(await run('move-in', id, '--until', '2999-12-05', '--storage', '5TB')).toEqual({
      code: 0,
      out: [],
      err: [
        'Until 2999-12-05T00:00:00.000Z the account may',
        '- send 10 times the usual requests per minute,',
        '- store at least 5000000000000 bytes.',
      ],
    })
    expect((await run('list')).out[0]).toMatch(
      /^acc_\w{26} {2}\S+Z {2}Night Label {2}\(move-in until 2999-12-05T00:00:00\.000Z\)$/,
    )
    expect(JSON.parse((await run('list', '--json')).out.join('\n'))).toMatchObject([
      { id, moveIn: { until: '2999-12-05T00:00:00.000Z', factor: 10, storedBytes: 5_000_000_000_000 } },
    ])
    expect(await run('move-in', id, '--until', '2999-12-05T08:00:00Z', '--factor', '100')).toEqual({
      code: 0,
      out: [],
      err: [
        'Until 2999-12-05T08:00:00.000Z the account may',
        '- send 100 times the usual requests per minute,',
        '- store as much as usual.',
      ],
    })
    expect((await run('move-in', '--help')).out.filter((line) => line.length > 80 && !line.includes(' acc_'))).toEqual(
      [],
    )
  })

  it.each([
    ['1', 1],
    ['2k', 2_000],
    ['10MB', 10_000_000],
    ['500GB', 500_000_000_000],
    ['1.5t', 1_500_000_000_000],
  ])('reads %s as a size in powers of 1000', (given, bytes) => {
    expect(byteCount('--storage <size>', '').read?.(given, undefined)).toBe(bytes)
  })

  it.each(['0', '', '5 TB', '-1GB', '9e3', '999999999999T'])('reads no size in "%s"', (given) => {
    expect(() => byteCount('--storage <size>', '').read?.(given, undefined)).toThrow(
      '; give a size such as 500GB or 5TB',
    )
  })

  it('ends a move, and says so if none is open', async () => {
    await run('move-in', id, '--until', '2999-12-05')
    expect(await run('move-in', id, '--end')).toEqual({ code: 0, out: [], err: ['The usual limits apply again.'] })
    expect(await run('move-in', id, '--end')).toEqual({ code: 0, out: [], err: ['No move of the account is open.'] })
    expect((await run('list')).out[0]).toMatch(/Night Label$/)
  })

  it.each([
    [[], '--until is missing'],
    [['--until', 'soon'], '--until is "soon"; give a day or an instant such as 2026-11-21 or 2026-11-21T08:00:00Z'],
    [['--until', '2999-12-05', '--factor', '1'], '--factor is "1"; give a whole number from 2 to 100'],
    [['--until', '2999-12-05', '--factor', '101'], '--factor is "101"; give a whole number from 2 to 100'],
    [['--until', '2999-12-05', '--storage', 'much'], '--storage is "much"; give a size such as 500GB or 5TB'],
    [['--until', '2999-12-05', '--end'], 'Use --end or --until, not both.'],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await run('move-in', id, ...options)
    expect([code, err[0]]).toEqual([2, message])
  })

  it('refuses a past instant and an unknown account', async () => {
    const past = await run('move-in', id, '--until', '2026-01-01')
    expect(past.code).not.toBe(0)
    expect(past.err[0]).toContain('until must be in the future. Give a later instant.')
    expect(await run('move-in', 'acc_00000000000000000000000000', '--until', '2999-12-05')).toMatchObject({
      code: 2,
      err: [expect.stringContaining('Unknown account acc_00000000000000000000000000'), expect.any(String)],
    })
  })
})
