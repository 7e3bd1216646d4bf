import { describe, expect, it } from 'vitest'
import { cursorCodec } from './cursor.ts'

const cursors = cursorCodec([Buffer.alloc(32, 7)])
const invalid = expect.objectContaining({ code: 'cursor_invalid' })

describe('cursors', () => {
  it('gives back the position it was made of', () => {
    const cursor = cursors.encode('listReleases acc_A {}', 'rel_01')
    expect(cursors.decode('listReleases acc_A {}', cursor)).toBe('rel_01')
    expect(cursor).not.toContain('rel_01')
  })

  it.each(['listReleases acc_B {}', 'listCatalog acc_A {}', 'listReleases acc_A {"status":"draft"}'])(
    'refuses a cursor of another list, account or filter: %s',
    (scope) => {
      expect(() => cursors.decode(scope, cursors.encode('listReleases acc_A {}', 'rel_01'))).toThrow(invalid)
    },
  )

  it('refuses whatever it did not sign', () => {
    const cursor = cursors.encode('scope', 'rel_01')
    const other = cursorCodec([Buffer.alloc(32, 8)])
    for (const forged of ['', 'x', '!!!', 'A'.repeat(512), cursor.slice(0, -1), `${cursor}A`, `A${cursor.slice(1)}`]) {
      expect(() => cursors.decode('scope', forged)).toThrow(invalid)
    }
    expect(() => other.decode('scope', cursor)).toThrow(invalid)
  })
})
