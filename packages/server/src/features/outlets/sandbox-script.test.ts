import { describe, expect, it } from 'vitest'
import { parseSandboxScript } from './sandbox-script.ts'

describe('parseSandboxScript', () => {
  it.each([
    ['acknowledge', { do: 'acknowledge' }],
    [' timeout ', { do: 'timeout' }],
    ['refuse:rights_conflict', { do: 'refuse', code: 'rights_conflict' }],
    ['fail_track:12', { do: 'fail_track', place: 12 }],
    ['fail_times:3', { do: 'fail_times', times: 3 }],
  ])('%s', (text, outcome) => expect(parseSandboxScript({ 'sandbox.outcome': text }).outcome).toEqual(outcome))

  it.each([
    '',
    'refuse',
    'refuse:anything',
    'fail_track:0',
    'fail_times:x',
    'fail_times:1000',
    'timeout:1',
    'ACKNOWLEDGE',
  ])('takes "%s" for none', (text) =>
    expect(parseSandboxScript({ 'sandbox.outcome': text }).outcome).toEqual({ do: 'acknowledge' }),
  )

  it('counts failing takedowns', () => {
    expect(parseSandboxScript({ 'sandbox.takedown': 'fail_times:2' }).failingTakedowns).toBe(2)
    expect(parseSandboxScript({ 'sandbox.takedown': 'refuse' }).failingTakedowns).toBe(0)
    expect(parseSandboxScript().failingTakedowns).toBe(0)
  })
})
