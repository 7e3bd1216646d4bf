import { describe, expect, it } from 'vitest'
import { emptyMapping, type MappingForm } from '../../reports/mapping-form.ts'
import type { ReportImportState } from '../../reports/report-import.ts'
import { findProblems } from './find-problems.ts'

const stateOf = (mapping: Partial<MappingForm>, source = 'store'): ReportImportState => ({
  files: [],
  choices: { source, format: 'mapping', mapping: { ...emptyMapping, ...mapping } },
  columns: [],
  work: 'none',
  preview: undefined,
  overlap: undefined,
  failure: undefined,
  imported: undefined,
})
const columns = { isrc: 'ISRC', period: 'Month', revenue: 'Net' }

describe('findProblems', () => {
  it.each([
    [{}, 'Choose the column with the ISRC or the one with the UPC.'],
    [
      { columns: { isrc: 'ISRC' } },
      'Choose the column with the period, or those with the first and the last day, or say one for every line.',
    ],
    [
      { columns: { upc: 'EAN', from: 'A', to: 'B' } },
      'Choose a column with streams, downloads, a quantity or revenue.',
    ],
    [{ columns }, 'Choose the column with the currency of the revenue, or say one for every line.'],
    [{ columns, constants: { currency: 'EUR' } }, undefined],
    [{ columns: { isrc: 'ISRC', streams: 'Plays' }, constants: { period: '2026-03' } }, undefined],
  ] satisfies [Partial<MappingForm>, string | undefined][])('says what the columns %j lack', (mapping, problem) => {
    expect(findProblems(stateOf(mapping)).columns).toBe(problem)
  })

  it('names the fields that have a problem, and no other', () => {
    const full = { columns: { isrc: 'ISRC', period: 'Month', streams: 'Plays' } }
    expect(findProblems(stateOf({ ...full, skipLines: '1001' }, 'Bad Source'))).toEqual({
      files: 'Choose a file first.',
      source: 'Use small letters, digits, - and _ only, and begin with a letter or a digit. For example: distrokid',
      skipLines: 'Say a number from 0 to 1000.',
    })
  })
})
