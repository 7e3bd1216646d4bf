import { describe, expect, it } from 'vitest'
import { readTable } from './read-table.ts'

const id = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('readTable', () => {
  it('reads the columns that are there, in any order', () => {
    const rows = readTable(`title,releaseId,trackId,revision\r\nHarbour,${id},,3\r\n`)
    expect(rows).toEqual([{ line: 2, releaseId: id, revision: 3, trackId: '', cells: new Map([['title', 'Harbour']]) }])
  })

  it.each([
    ['releaseId,trackId,title\n', 'Line 1: the column revision is missing'],
    ['', 'Line 1: the column releaseId is missing'],
    [
      'releaseId,revision,trackId,titel\n',
      'Line 1: the column "titel" is unknown. Use releaseId, revision, trackId, title',
    ],
    ['releaseId,revision,trackId,title,title\n', 'Line 1: the column "title" is there twice. Remove one of them'],
    ['releaseId,revision,trackId\nrel_1,1,\n', 'Line 2: releaseId is not the id of a release'],
    [`releaseId,revision,trackId\n${id},new,\n`, 'Line 2: revision is not a number'],
    [`releaseId,revision,trackId,upc\n${id},1,,3.6E+11\n`, 'Line 2: the spreadsheet has rounded upc to 3.6E+11'],
    [`releaseId;revision;trackId;upc\n${id};1;;"3,6E+11"\n`, 'Line 2: the spreadsheet has rounded upc to 3,6E+11'],
  ])('refuses %j', (text, message) => expect(() => readTable(text)).toThrow(message))

  it('keeps the line of each row, also after a cell with several lines', () => {
    const text = `releaseId,revision,trackId,title\n${id},1,,"two\nlines"\n${id},1,trk_1,Song\n`
    expect(readTable(text).map(({ line, trackId }) => [line, trackId])).toEqual([
      [2, ''],
      [4, 'trk_1'],
    ])
  })

  it('takes a missing cell at the end of a row as empty', () => {
    const [row] = readTable(`releaseId,revision,trackId,title,label\n${id},1,,Harbour\n`)
    expect(row?.cells).toEqual(
      new Map([
        ['title', 'Harbour'],
        ['label', ''],
      ]),
    )
  })
})
