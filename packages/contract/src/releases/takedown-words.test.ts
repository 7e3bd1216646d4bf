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
      ['blue  Blue Store: queued, nothing has been sent, so nothing is said'],
    ],
    [
      'an outlet where it is down',
      { status: 'taken_down', effect: 'down' },
      ['blue  Blue Store: taken_down, nothing changes'],
    ],
    [
      'a store that gets a message without deals, of which nothing is known to end',
      { notice: { way: 'no_deal', ends: [] } },
      ['blue  Blue Store: live, revision 3', '  told: a message without deals'],
    ],
    [
      'a store whose deals get an end',
      { notice: { way: 'end_date', ends: [{ territories: everywhere, models: ['paid'], uses: ['download'] }] } },
      [
        'blue  Blue Store: live, revision 3',
        '  told: a message whose deals have ended two days before',
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
        '  told: a message that purges the release',
        '  ends: in AT, DE: stream, download by subscription, ad_supported',
        '  ends: everywhere but in US',
      ],
    ],
    [
      'an outlet that just offers it no longer',
      { notice: { way: 'removal', ends: [{ territories: everywhere, models: [], uses: [] }] } },
      ['blue  Blue Store: live, revision 3', '  told: it is not offered there any more', '  ends: everywhere'],
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
