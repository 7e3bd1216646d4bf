import { describe, expect, it } from 'vitest'
import { isPackageName, kindOfXml, readPackageNames } from '../src/ern-packages/index.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const manifest = (path: string, ...urls: string[]) => ({
  path,
  bytes: bytesOf(`<m:ManifestMessage>${urls.map((url) => `<URL>${url}</URL>`).join('')}</m:ManifestMessage>`),
})
const read = (messages: string[], manifests: ReturnType<typeof manifest>[] = [], media: string[] = []) =>
  readPackageNames({ messages, manifests, names: [...messages, ...media] })

describe('a package of ERN', () => {
  it('gives each message the files beside and below it, but not those below another message', () => {
    expect(read(['m.xml', 'a/a.xml'], [], ['x.wav', 'a/y.wav', 'a/b/z.flac', 'c/w.jpg']).messages).toEqual([
      {
        path: 'a/a.xml',
        files: [
          { path: 'y.wav', name: 'a/y.wav' },
          { path: 'b/z.flac', name: 'a/b/z.flac' },
        ],
      },
      {
        path: 'm.xml',
        files: [
          { path: 'x.wav', name: 'x.wav' },
          { path: 'c/w.jpg', name: 'c/w.jpg' },
        ],
      },
    ])
  })

  it('finds a message named from its batch, from the root of a server, or alone', () => {
    for (const url of ['2/m2.xml', './2/m2.xml', '/b/2/m2.xml', 'ftp/inbox/b/2/m2.xml', 'm2.xml'])
      expect(read(['b/1/m1.xml', 'b/2/m2.xml'], [manifest('b/Complete.xml', url, 'm1.xml')])).toMatchObject({
        messages: [{ path: 'b/2/m2.xml' }, { path: 'b/1/m1.xml' }],
        missing: [],
      })
  })

  it('reports names of a manifest without a file, also when one name means two', () => {
    const messages = ['b/1/m.xml', 'b/2/m.xml']
    expect(read(messages, [manifest('b/Complete.xml', '2/m.xml', 'm.xml', '3/n.xml')])).toMatchObject({
      messages: [{ path: 'b/2/m.xml' }, { path: 'b/1/m.xml' }],
      missing: ['m.xml', '3/n.xml'],
    })
  })

  it('keeps batches apart, in the order of their names', () => {
    const batches = [manifest('b2/Complete.xml', '1/m.xml'), manifest('b1/Complete.xml', '2/m.xml', '1/m.xml')]
    const found = read(['b2/1/m.xml', 'b1/1/m.xml', 'b1/2/m.xml', 'a.xml'], batches)
    expect(found.messages.map(({ path }) => path)).toEqual(['a.xml', 'b1/2/m.xml', 'b1/1/m.xml', 'b2/1/m.xml'])
  })

  it.each([
    ['<?xml version="1.0"?><ern:NewReleaseMessage xmlns:ern="x">', 'message'],
    ['<PurgeReleaseMessage>', 'message'],
    ['<echo:ManifestMessage>', 'manifest'],
    ['<NewReleaseMessages>', 'other'],
    ['', 'other'],
  ])('takes %s for %s, also in UTF-16', (text, kind) => {
    expect(kindOfXml(bytesOf(text))).toBe(kind)
    expect(kindOfXml(Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')))).toBe(kind)
  })

  it('ignores hidden files and other endings', () => {
    const names = ['a/b.XML', 'c.Flac', '.d/e.wav', '__MACOSX/._f.wav', 'g.txt', 'wav']
    expect(names.filter(isPackageName)).toEqual(['a/b.XML', 'c.Flac'])
  })
})
