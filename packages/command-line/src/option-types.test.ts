import { describe, expect, it } from 'vitest'
import { choices, day, duration, instant, integer, requireOption } from './option-types.ts'

const read = <Value>(option: { read?(text: string, before: Value | undefined): Value }, text: string, before?: Value) =>
  option.read?.(text, before)

describe('the kinds of options', () => {
  it('read a duration as seconds', () => {
    const time = duration('--timeout <time>', '')
    expect(['30s', '10m', '24h', '90d', '2w'].map((text) => read(time, text))).toEqual([
      30, 600, 86_400, 7_776_000, 1_209_600,
    ])
    for (const wrong of ['', '0s', '10', '1.5h', '-1d', '10 m', '9999999s'])
      expect(() => read(time, wrong)).toThrow(`--timeout is "${wrong}"`)
  })

  it('read days and instants of the calendar', () => {
    expect(read(day('--from <day>', ''), '2026-02-28')).toBe('2026-02-28')
    expect(read(instant('--since <instant>', ''), '2026-11-21')).toBe('2026-11-21T00:00:00.000Z')
    expect(read(instant('--since <instant>', ''), '2026-11-21T10:00:00+02:00')).toBe('2026-11-21T08:00:00.000Z')
    for (const wrong of ['2026-2-1', '2026-13-01', 'yesterday'])
      expect(() => read(instant('--since <instant>', ''), wrong)).toThrow('--since is')
  })

  it('read numbers within their limits, and words of a list', () => {
    const limit = integer('--limit <number>', '', { min: 1, max: 100 })
    expect(read(limit, '100')).toBe(100)
    for (const wrong of ['0', '101', '1e2', '-1', '']) expect(() => read(limit, wrong)).toThrow('from 1 to 100')
    const words = choices('--by <list>', '', ['day', 'track'])
    expect(read(words, 'track', ['day'])).toEqual(['day', 'track'])
    expect(() => read(words, 'day,trak')).toThrow('--by is "trak"; take one of: day, track')
  })

  it('say what is missing', () => {
    expect(requireOption('x', '--name <name>', '--name x')).toBe('x')
    expect(() => requireOption(undefined, '--name <name>', '--name x')).toThrow('--name is missing')
  })
})
