import { describe, expect, it } from 'vitest'
import { createCursors } from './cursor.ts'

const cursors = createCursors(Buffer.alloc(32, 7))
const invalid = expect.objectContaining({ code: 'cursor_invalid' })

describe('cursors', () => {
  it('gives back the position it was made of', () => {
    const cursor = cursors.seal('listReleases acc_A {}', 'rel_01')
    expect(cursors.open('listReleases acc_A {}', cursor)).toBe('rel_01')
    expect(cursor).not.toContain('rel_01')
  })

  it.each(['listReleases acc_B {}', 'listCatalog acc_A {}', 'listReleases acc_A {"status":"draft"}'])(
    'refuses a cursor of another list, account or filter: %s',
    (scope) => {
      expect(() => cursors.open(scope, cursors.seal('listReleases acc_A {}', 'rel_01'))).toThrow(invalid)
    },
  )

  it('refuses whatever it did not sign', () => {
    const cursor = cursors.seal('scope', 'rel_01')
    const other = createCursors(Buffer.alloc(32, 8))
    for (const forged of ['', 'x', '!!!', 'A'.repeat(512), cursor.slice(0, -1), `${cursor}A`, `A${cursor.slice(1)}`]) {
      expect(() => cursors.open('scope', forged)).toThrow(invalid)
    }
    expect(() => other.open('scope', cursor)).toThrow(invalid)
  })
})
