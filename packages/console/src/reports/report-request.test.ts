import { describe, expect, it } from 'vitest'
import { emptyMapping } from './mapping-form.ts'
import type { ReportChoices } from './report-import.ts'
import { requestOf } from './report-request.ts'

const choices: ReportChoices = { source: ' distrokid ', format: 'distrokid', mapping: emptyMapping, setsAside: false }

describe('requestOf', () => {
  it.each([
    ['refuses lines that cannot be read by default', {}, { source: 'distrokid', preset: 'distrokid' }],
    ['leaves it to the hub to find the preset', { format: 'recognised', source: 'shop' }, { source: 'shop' }],
    [
      'sets them aside in a table of a store',
      { setsAside: true },
      { source: 'distrokid', preset: 'distrokid', unreadable: 'set_aside' },
    ],
    [
      'sets them aside in a table with a mapping',
      { setsAside: true, format: 'mapping' },
      { source: 'distrokid', mapping: { columns: {} }, unreadable: 'set_aside' },
    ],
    [
      'never sets lines of a DDEX message aside',
      { setsAside: true, format: 'dsr', source: 'shop' },
      { source: 'shop', preset: 'dsr' },
    ],
  ] as const)('%s', (_what, changed, expected) => {
    expect(requestOf(['upl_1'], { ...choices, ...changed })).toEqual({ uploads: ['upl_1'], ...expected })
  })
})
