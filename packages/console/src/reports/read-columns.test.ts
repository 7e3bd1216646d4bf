import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { columnsOf, readHead } from './read-columns.ts'

const plain = { skipLines: 0, delimiter: undefined }

describe('columnsOf', () => {
  it.each([
    ['isrc,title,streams\nZZ,a,1', ['isrc', 'title', 'streams']],
    ['ISRC;Net;"Sale; Month"\r\n', ['ISRC', 'Net', 'Sale; Month']],
    ['"Artist ""and"" band"\tTitle\t', ['Artist "and" band', 'Title']],
    ['العنوان|ISRC', ['العنوان', 'ISRC']],
    ['only', ['only']],
    ['', []],
  ])('finds the separator and the names in %j', (head, names) => {
    expect(columnsOf(head, plain)).toEqual(names)
  })

  it('leaves out the lines before, and uses the given separator', () => {
    expect(columnsOf('Report of March\n\nA;B,C', { skipLines: 2, delimiter: ';' })).toEqual(['A', 'B,C'])
    expect(columnsOf('A,B', { skipLines: 3, delimiter: undefined })).toEqual([])
  })
})

describe('readHead', () => {
  const headOf = (bytes: Uint8Array<ArrayBuffer>) => readHead(new Blob([bytes]))
  const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)

  it('reads UTF-8, UTF-16 with its mark, and Latin-1', async () => {
    expect(await headOf(bytesOf(Buffer.from('Künstler')))).toBe('Künstler')
    expect(await headOf(bytesOf(Buffer.from('\ufeffKünstler')))).toBe('Künstler')
    expect(await headOf(bytesOf(Buffer.from('\ufeffKünstler', 'utf16le')))).toBe('Künstler')
    expect(await headOf(bytesOf(Buffer.from('Künstler', 'latin1')))).toBe('Künstler')
  })

  it('reads what is packed, also when its first bytes are all that is read', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `${index},${Math.sin(index)}`).join('\n')
    const head = await headOf(bytesOf(gzipSync(`isrc,streams\n${lines}`)))
    expect(columnsOf(head, plain)).toEqual(['isrc', 'streams'])
  })

  it.each([
    ['a workbook or zip archive', 'PK\u0003\u0004,isrc'],
    ['a workbook of an old Excel', '\u00d0\u00cf\u0011\u00e0,isrc'],
  ])('finds no names in %s, which only the hub reads', async (_, text) => {
    expect(columnsOf(await headOf(bytesOf(Buffer.from(text, 'latin1'))), plain)).toEqual([])
  })

  it('is not misled by a character that is cut off', async () => {
    expect((await headOf(bytesOf(Buffer.from(`a${'ü'.repeat(40_000)}`)))).slice(0, 3)).toBe('aüü')
  })
})
