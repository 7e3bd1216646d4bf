import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const table = readFileSync(join(root, 'docs/interface-coverage.md'), 'utf8')
const rows = [...table.matchAll(/^\|\s*([^|]+?)\s*\|[^|]+\|\s*`([^`]+)`\s*\|\s*([^|]*?)\s*\|$/gm)].map(
  ([, lines = '', file = '', title = '']) => ({ lines, file, title }),
)

describe('the coverage table of the interface', () => {
  it('has a row for every endpoint, rule and error', () => {
    const named = rows.map(({ lines }) => lines).join('; ')
    const sections = ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '9.1', '9.2', '9.3']
    const endpoints = Array.from({ length: 11 }, (_, index) => `4 #${index + 1}`)
    const rules = ['4 rule 1', 'rule 2', '4 rule 3', ...Array.from({ length: 8 }, (_, index) => `5 rule ${index + 1}`)]
    for (const wanted of [...sections, ...endpoints, ...rules, '5, form 1', '5, form 2', '5, form 3', '7 #1', '7 #2'])
      expect({ wanted, isNamed: named.includes(wanted) }).toEqual({ wanted, isNamed: true })
  })

  it.each([...new Set(rows.map(({ file }) => file))])('names %s, which exists and has the tests it names', (file) => {
    const source = readFileSync(join(root, 'packages/server/test', file), 'utf8')
    for (const row of rows.filter((candidate) => candidate.file === file)) expect(source).toContain(row.title)
  })
})
