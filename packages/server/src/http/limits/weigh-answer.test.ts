import { describe, expect, it } from 'vitest'
import { countExtraRequests } from './weigh-answer.ts'

describe('countExtraRequests', () => {
  const kib = 1024
  const of = (method: string, status: number, bytes: number, sent?: number): number =>
    countExtraRequests(
      { method, headers: sent === undefined ? {} : { 'content-length': String(sent) } },
      { status, body: 'x'.repeat(bytes) },
    )

  it.each([
    ['a short page', of('GET', 200, 100 * kib), 0],
    ['a page of 4 MiB', of('GET', 200, 4096 * kib), 32],
    ['a change of a large release', of('PATCH', 200, 380 * kib, 20), 5],
    ['a copy, which is sent in no bytes', of('POST', 201, 380 * kib, 2), 23],
    ['a release that was sent whole', of('POST', 201, 380 * kib, 370 * kib), 0],
    [
      'an answer without a body',
      countExtraRequests({ method: 'POST', headers: {} }, { status: 204, body: undefined }),
      0,
    ],
    [
      'a request whose work is done later',
      countExtraRequests({ method: 'POST', headers: {} }, { status: 202, body: '{}', extraRequests: 30 }),
      30,
    ],
    [
      'a long answer whose work is short',
      countExtraRequests(
        { method: 'GET', headers: {} },
        { status: 200, body: 'x'.repeat(300 * kib), extraRequests: 1 },
      ),
      2,
    ],
  ])('%s', (_, counted, extra) => expect(counted).toBe(extra))
})
