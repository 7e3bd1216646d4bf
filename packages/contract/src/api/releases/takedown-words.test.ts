import { describe, expect, it } from 'vitest'
import { describeOutletTakedown, describePlannedTakedown } from './takedown-words.ts'
import type { OutletTakedown } from './takedowns.ts'

const told: OutletTakedown = {
  outlet: { id: 'blue', name: 'Blue Store' },
  status: 'live',
  revision: 3,
  effect: 'told',
  notice: null,
}
const everywhere = { mode: 'worldwide' } as const

describe('a takedown at one outlet, in words', () => {
  it.each<[string, Partial<OutletTakedown>, readonly string[]]>([
    ['a property', {}, ['blue  Blue Store: live, revision 3']],
    [
      'an outlet that has had nothing yet',
      { status: 'queued', effect: 'withdrawn' },
      ['blue  Blue Store: queued, never sent there, so no message is needed'],
    ],
    [
      'an outlet where it is down',
      { status: 'taken_down', effect: 'down' },
      ['blue  Blue Store: taken_down, nothing changes'],
    ],
    [
      'a store that gets message without deals, of which nothing is known to end',
      { notice: { way: 'no_deal', ends: [] } },
      ['blue  Blue Store: live, revision 3', '  method: message without deals'],
    ],
    [
      'a store whose deals get an end',
      { notice: { way: 'end_date', ends: [{ territories: everywhere, models: ['paid'], uses: ['download'] }] } },
      [
        'blue  Blue Store: live, revision 3',
        '  method: message with deals that ended two days ago',
        '  ends: everywhere: download by paid',
      ],
    ],
    [
      'a store that purges, with deals for some countries and for all others',
      {
        notice: {
          way: 'purge',
          ends: [
            {
              territories: { mode: 'include', codes: ['AT', 'DE'] },
              models: ['subscription', 'ad_supported'],
              uses: ['stream', 'download'],
            },
            { territories: { mode: 'exclude', codes: ['US'] }, models: [], uses: [] },
          ],
        },
      },
      [
        'blue  Blue Store: live, revision 3',
        '  method: message that purges the release',
        '  ends: in AT, DE: stream, download by subscription, ad_supported',
        '  ends: everywhere except US',
      ],
    ],
    [
      'an outlet that just offers it no longer',
      { notice: { way: 'removal', ends: [{ territories: everywhere, models: [], uses: [] }] } },
      ['blue  Blue Store: live, revision 3', '  method: removed from the feed of the outlet', '  ends: everywhere'],
    ],
  ])('of %s', (_what, members, lines) => {
    expect(describeOutletTakedown({ ...told, ...members })).toEqual(lines)
  })
})

describe('a planned takedown, in words', () => {
  it.each([
    [null, 'Planned for 2026-12-31 by the operator, at all outlets: The licence ends'],
    [['blue'], 'Planned for 2026-12-31 by the operator, at blue: The licence ends'],
    [['blue', 'green'], 'Planned for 2026-12-31 by the operator, at blue, green: The licence ends'],
  ])('at %j', (outlets, words) => {
    expect(describePlannedTakedown({ on: '2026-12-31', by: 'the operator', outlets, reason: 'The licence ends' })).toBe(
      words,
    )
  })
})
