import { expect, it } from 'vitest'
import { checkValue } from '../../schema/check-value.ts'
import { TableMapping, TableMappingName } from './table-mapping.ts'

it('has a column and a constant for each field', () => {
  const { columns, constants } = TableMapping.properties
  expect(Object.keys(columns.properties).length).toBe(44)
  expect(Object.keys(constants.properties)).toEqual(Object.keys(columns.properties))
})

it.each(['old-distributor', 'a', '7_inch', 'x'.repeat(64)])('accepts the name %s', (name) => {
  expect(checkValue(TableMappingName, name)).toEqual([])
})

it.each(['Old', '-a', 'a.yaml', 'two words', '', 'x'.repeat(65)])('refuses the name %j', (name) => {
  expect(checkValue(TableMappingName, name)).toHaveLength(1)
})

it('describes each column', () => {
  const { columns } = TableMapping.properties
  const bare = Object.entries(columns.properties).filter(([, field]) => !JSON.stringify(field).includes('description'))
  expect(bare).toEqual([])
})

it.each([
  ['no mapping', {}, 1],
  ['columns alone', { columns: { upc: 'Barcode' } }, 0],
  ['an order of dates', { columns: {}, dates: 'mdy' }, 0],
  ['an unknown order of dates', { columns: {}, dates: 'ydm' }, 1],
  ['a sign between names', { columns: {}, nameSeparator: '|' }, 0],
  ['an unknown sign between names', { columns: {}, nameSeparator: '&' }, 1],
  ['a word that means nothing', { columns: {}, values: { isrc: { none: '' } } }, 0],
])('checks %s', (_what, mapping, problems) => {
  expect(checkValue(TableMapping, mapping)).toHaveLength(problems)
})
