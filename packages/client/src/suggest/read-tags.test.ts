import { bytesInMemory } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'
import { readId3Names } from './read-id3-names.ts'
import { readTags } from './read-tags.ts'

const common = { track: { no: null }, disk: { no: null } }
const unchanged = (text: string): string => text
const read = (members: object, written = {}, native = {}) =>
  readTags({ common: { ...common, ...members }, native }, unchanged, written)

describe('the people in tags', () => {
  it.each([
    ['a slash without spaces', ['AC', 'DC'], 'AC/DC', ['AC/DC']],
    ['a slash with spaces', ['Ada', 'Bo'], 'Ada / Bo', ['Ada', 'Bo']],
    ['both', ['AC', 'DC', 'Bo'], 'AC/DC / Bo', ['AC/DC', 'Bo']],
  ])('are those of %s in ID3v2.3, however the reader splits', (_, artists, artist, names) => {
    const tags = read({ artists, composer: artists }, { artist, composer: artist })
    expect(tags.artists).toEqual(names)
    expect(tags.composers).toEqual(names)
    expect(tags.guesses).toEqual([
      { tagName: 'artist', text: artist, names },
      { tagName: 'composer', text: artist, names },
    ])
  })

  it.each([
    ['Ada; Bo', ['Ada', 'Bo']],
    ['Ada;Bo;Cy', ['Ada', 'Bo', 'Cy']],
    ['Ada / Bo', ['Ada', 'Bo']],
    ['Ada\\\\Bo', ['Ada', 'Bo']],
  ])('are separate in %j of any format, as a guess', (text, names) => {
    const tags = read({ artists: [text], lyricist: [text] })
    expect(tags.artists).toEqual(names)
    expect(tags.guesses).toEqual([
      { tagName: 'artist', text, names },
      { tagName: 'lyricist', text, names },
    ])
  })

  it.each([
    [['AC/DC']],
    [['Ada', 'Bo']],
    [['Tyler, The Creator']],
    [['Earth, Wind & Fire']],
    [['Ada & Bo']],
    [['M/A/R/R/S']],
  ])('are %j where the format has one value for each', (artists) =>
    expect(read({ artists })).toMatchObject({ artists, guesses: [] }),
  )

  it('are whole as artist of the album', () => {
    expect(read({ albumartist: 'AC' }, { albumArtist: 'AC/DC' }).albumArtist).toBe('AC/DC')
    expect(read({ albumartist: 'Ada' }, { albumArtist: 'AC/DC' }).albumArtist).toBe('Ada')
  })
})

describe('the letters of tags', () => {
  it('are those of Windows-1252 where ID3 says Latin-1', () => {
    expect(read({ title: 'Don\u0092t \u0096 Caf\u00e9' })).toMatchObject({ title: 'Don’t – Café', isGuessed: true })
    expect(read({ title: 'Café – Ночь' })).toMatchObject({ title: 'Café – Ночь', isGuessed: false })
  })
})

const size28 = (size: number) => Buffer.from([size >> 21, size >> 14, size >> 7, size].map((part) => part & 0x7f))

function tag(major: 2 | 3 | 4, frames: Readonly<Record<string, Buffer>>, flags = 0): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).flatMap(([id, content]) => {
      const size = Buffer.alloc(4)
      size.writeUInt32BE(content.length)
      return [Buffer.from(id), major === 2 ? size.subarray(1) : Buffer.concat([size, Buffer.alloc(2)]), content]
    }),
  )
  const stored = flags & 0x80 ? Buffer.from(body.toString('latin1').replaceAll('\u00FF', '\u00FF\0'), 'latin1') : body
  const padding = Buffer.alloc(20)
  return Buffer.concat([
    Buffer.from('ID3'),
    Buffer.from([major, 0, flags]),
    size28(stored.length + padding.length),
    stored,
    padding,
  ])
}

const latin1 = (text: string) => Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')])
const utf16 = (text: string) => Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(`${text}\0`, 'utf16le')])

function riff(content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  const data = Buffer.from('data\u0003\0\0\0abc\0', 'latin1')
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), data, Buffer.from('id3 '), size, content])
}

describe('names written in ID3', () => {
  const frames = {
    TIT2: latin1('x'),
    TPE1: latin1('AC/DC'),
    TPE2: utf16('Björk / Bo'),
    TCOM: latin1('Caf\u00e9/\u0080\0'),
  }
  const names = { artist: 'AC/DC', albumArtist: 'Björk / Bo', composer: 'Café/€' }
  it.each([
    ['at the start of a file', tag(3, frames), names],
    ['in a WAV', riff(tag(3, frames)), names],
    ['with unsynchronisation', tag(3, frames, 0x80), names],
    ['of version 2.2', tag(2, { TP1: latin1('AC/DC'), TXT: latin1('Ada') }), { artist: 'AC/DC', lyricist: 'Ada' }],
    ['of version 2.4, which has several values', tag(4, frames), {}],
    ['separated by NUL', tag(3, { TPE1: latin1('Ada\0Bo') }), {}],
    ['in no tag', Buffer.from('fLaC'), {}],
    ['in a tag that is cut', tag(3, frames).subarray(0, 30), {}],
    ['in a chunk without end', Buffer.from('RIFF\0\0\0\0WAVEdata\u00FF\u00FF\u00FF\u00FF', 'latin1'), {}],
  ])('are read %s', (_, bytes, expected) => expect(readId3Names(bytesInMemory(bytes))).toEqual(expected))
})
