import { describe, expect, it } from 'vitest'
import { emptyMapping, type MappingForm } from '../../reports/mapping-form.ts'
import type { ReportImportState } from '../../reports/report-import.ts'
import { findProblems } from './find-problems.ts'

const stateOf = (mapping: Partial<MappingForm>, source = 'store'): ReportImportState => ({
  files: [],
  choices: { source, setsAside: false, format: 'mapping', mapping: { ...emptyMapping, ...mapping } },
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
    [{}, 'Choose an ISRC or UPC column.'],
    [
      { columns: { isrc: 'ISRC' } },
      'Choose a period column, or first-day and last-day columns, or enter one value for every line.',
    ],
    [{ columns: { upc: 'EAN', from: 'A', to: 'B' } }, 'Choose a column for streams, downloads, quantity or revenue.'],
    [{ columns }, 'Choose a currency column, or enter one currency for every line.'],
    [{ columns, constants: { currency: 'EUR' } }, undefined],
    [{ columns: { isrc: 'ISRC', streams: 'Plays' }, constants: { period: '2026-03' } }, undefined],
  ] satisfies [Partial<MappingForm>, string | undefined][])('says what the columns %j lack', (mapping, problem) => {
    expect(findProblems(stateOf(mapping)).columns).toBe(problem)
  })

  it('names the fields that have a problem, and no other', () => {
    const full = { columns: { isrc: 'ISRC', period: 'Month', streams: 'Plays' } }
    expect(findProblems(stateOf({ ...full, skipLines: '1001' }, 'Bad Source'))).toEqual({
      files: 'Choose a file first.',
      source: 'Use only lower-case letters, digits, - and _, starting with a letter or digit. For example: distrokid',
      skipLines: 'Enter a number from 0 to 1000.',
    })
  })
})
