import { describe, expect, it } from 'vitest'
import { readDocument } from './read-document.ts'

const readBytes = (bytes: Uint8Array) => readDocument({ cwd: '/', readStdin: async () => new Uint8Array(bytes) }, '-')
const read = (text: string) => readBytes(Buffer.from(text))

describe('a document made to hurt', () => {
  it.each([
    [
      'multiplies itself',
      `a: &a [${'x,'.repeat(9)}]\n${'bcdefgh'.replaceAll(/./g, (name) => `${name}: &${name} [${`*${String.fromCharCode(name.charCodeAt(0) - 1)},`.repeat(9)}]\n`)}`,
    ],
    ['is nested without end', '['.repeat(100_000)],
    ['is nested deeply', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('that %s is refused in words', async (_name, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'document_invalid', exitCode: 4 })
  })
})

describe('the encoding of a document', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('title: Naïve', 'utf16le')])
  it.each([
    ['UTF-8', Buffer.from('title: Naïve')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFtitle: Naïve')],
    ['UTF-16 with its mark', utf16],
    ['UTF-16 of the other order', Buffer.from(utf16).swap16()],
  ])('may be %s', async (_name, bytes) => {
    expect((await readBytes(bytes)).value).toEqual({ title: 'Naïve' })
  })

  it.each([
    ['Windows-1252', Buffer.from('type: ep\ntitle: Naïve Café\n', 'latin1'), 2],
    ['Windows-1252 with a typographic quotation mark', Buffer.from('a: 1\r\nb: 2\r\nc: Don\u0092t', 'latin1'), 3],
    ['UTF-16 without its mark', Buffer.from('title: Naive', 'utf16le'), 1],
  ])('must not be %s', async (_name, bytes, line) => {
    await expect(readBytes(bytes)).rejects.toMatchObject({
      message: `stdin cannot be read: line ${line} is not UTF-8`,
      code: 'document_invalid',
      exitCode: 4,
      fix: 'Save it as UTF-8, and check the letters with accents.',
    })
  })
})
