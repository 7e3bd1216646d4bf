import { expect, it } from 'vitest'
import { pageOf } from './page-of.ts'

const rows = [{ id: 'c' }, { id: 'b' }, { id: 'a' }]

it('shows as many rows as were asked for and starts the next page after the last of them', () => {
  expect(pageOf(rows, { limit: 2 }, ({ id }) => id)).toEqual({ data: [{ id: 'c' }, { id: 'b' }], next: 'b' })
})

it('has no next page when no row is left over', () => {
  expect(pageOf(rows, { limit: 3 }, ({ id }) => id)).toEqual({ data: rows, next: null })
  expect(pageOf<{ id: string }>([], { limit: 3 }, ({ id }) => id)).toEqual({ data: [], next: null })
})
