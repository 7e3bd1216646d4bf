import { describe, expect, it } from 'vitest'
import { decodeEntities, findEntities } from './html-entities.ts'
import {
  findBidiControls,
  findInvisible,
  hasVisibleSign,
  nameCharacter,
  removeInvisible,
} from './invisible-characters.ts'
import { cleanSpaces, describeOddSpaces } from './spaces.ts'
import { decodeEscapes, findEscapes, findTags, removeTags } from './written-escapes.ts'

describe('decodeEntities', () => {
  it.each([
    ['Rock &amp; Roll', 'Rock & Roll'],
    ['&lt;3', '<3'],
    ['Rock &#39;n&#x2019; Roll', "Rock 'n’ Roll"],
    ['Caf&eacute; &Aring;sa &Lstrok;&oacute;d&zacute;', 'Café Åsa Łódź'],
    ['&amp;amp;amp;', '&'],
    ['&#0;&#xD800;', '\uFFFD\uFFFD'],
    ['Don&#146;t &#147;stop&#148;&#x85;', 'Don’t “stop”…'],
    ['Rock &amp Roll', 'Rock & Roll'],
    ['&AMP; &lbrack;Live&rbrack;', '& [Live]'],
  ])('reads %s as %s', (text, decoded) => expect(decodeEntities(text)).toBe(decoded))

  it.each(['Rock & Roll', 'AT&T', 'Q&A;', 'X &Yes; Z', '&copy 2026', '&constructor;', 'R&amplify', 'a=1&amp=2'])(
    'leaves %s',
    (text) => expect(findEntities(text)).toEqual([]),
  )
})

describe('escapes', () => {
  it.each([
    ['Caf%C3%A9', ['%C3%A9'], 'Café'],
    ['My%20Song', ['%20'], 'My Song'],
    ['Caf=C3=A9', ['=C3=A9'], 'Café'],
    ['Caf\\u00e9 \\uD83C\\uDFB5', ['\\u00e9', '\\uD83C\\uDFB5'], 'Café 🎵'],
    ['Caf\\xe9', ['\\xe9'], 'Café'],
    ['Caf%C3%A9%20del%20Mar', ['%C3%A9', '%20'], 'Café del Mar'],
    ['=?UTF-8?Q?Caf=C3=A9_del_Mar?=', ['=?UTF-8?Q?Caf=C3=A9_del_Mar?='], 'Café del Mar'],
    ['=?utf-8?B?Q2Fmw6k=?=', ['=?utf-8?B?Q2Fmw6k=?='], 'Café'],
    ['=?iso-8859-1?q?Caf=E9?= =?iso-8859-1?q?_Bar?=', ['=?iso-8859-1?q?Caf=E9?=', '=?iso-8859-1?q?_Bar?='], 'Café Bar'],
  ])('in %s are %j', (text, found, decoded) => {
    expect(findEscapes(text)).toEqual(found)
    expect(decodeEscapes(text)).toBe(decoded)
  })

  it.each([
    '100%',
    '50%20',
    '%C3%28',
    'E=MC2',
    '=D',
    'C:\\users',
    '\\o/',
    '1=C3=A9'.slice(0, 4),
    '=?x-none?Q?a?=',
    'Who=?Me?=',
  ])('are not in %s', (text) => expect(findEscapes(text)).toEqual([]))

  it.each([
    ['bytes that are no text in their encoding', '=?UTF-8?Q?Caf=E9?='],
    ['base 64 that is damaged', '=?UTF-8?B?Q?='],
    ['a word without an end', '=?UTF-8?Q?Caf=41'],
  ])('are not decoded where there is %s', (_, text) => {
    expect(decodeEscapes(text)).toBe(text)
    expect(findEscapes(text)).toEqual([])
  })

  it('of a mail are decoded beside other text', () => {
    expect(decodeEscapes('Live at =?UTF-8?Q?Caf=C3=A9?=, Paris')).toBe('Live at Café, Paris')
    expect(decodeEscapes('=?UTF-8?Q?a?= b =?UTF-8?Q?c?=')).toBe('a b c')
  })

  it('are tags too, but hearts and brackets are not', () => {
    expect(findTags('<b>Song</b> <font color="red">x')).toEqual(['<b>', '</b>', '<font color="red">'])
    expect(removeTags('<i>Song</i>')).toBe('Song')
    expect(findTags('<3 <live> a<b and c>d <intro>')).toEqual([])
  })
})

describe('invisible characters', () => {
  it('are named', () => {
    expect(findInvisible('a\u200Bb\uFEFF\u200B').map(nameCharacter)).toEqual([
      'U+200B (zero width space)',
      'U+FEFF (byte order mark)',
    ])
    expect(findBidiControls('\u2066a\u2069').map(nameCharacter)).toEqual([
      'U+2066 (left-to-right isolate)',
      'U+2069 (pop directional isolate)',
    ])
  })

  it.each([
    ['😀\u200D', '😀'],
    ['x\u{E0041}y', 'xy'],
    ['नमस्ते\u200B', 'नमस्ते'],
    ['Auf\u200Clage', 'Auflage'],
    ['a\u2063b\u3164', 'ab'],
  ])('are removed from %j', (text, clean) => expect(removeInvisible(text)).toBe(clean))

  it.each(['👩🏽‍❤️‍💋‍👨🏿', '1️⃣', '☆\uFE0E', 'می‌شود', 'ශ්‍රී', 'க்‌ஷ', 'אבג\u200E abc', 'ᄀ\u1160'])('stay in %s', (text) =>
    expect(removeInvisible(text)).toBe(text),
  )

  it.each(['', ' ', '\u200B', '\u3164', '\u2800', '\u034F', '\u0301'])('alone are nothing to see: %j', (text) =>
    expect(hasVisibleSign(text)).toBe(false),
  )
})

describe('cleanSpaces', () => {
  it.each([
    [' a  b ', 'a b', 'begins with a space'],
    ['a\u00A0b', 'a b', 'has the unusual space U+00A0'],
    ['a b\u2028', 'a b', 'ends with a space'],
    ['東京\u3000\u3000大阪', '東京\u3000大阪', 'has two spaces in a row'],
    ['n°\u00A05', 'n° 5', 'has the unusual space U+00A0'],
    ['Quoi \u00A0?', 'Quoi\u00A0?', 'has two spaces in a row'],
  ])('makes of %j the text %j', (text, clean, predicate) => {
    expect(cleanSpaces(text)).toBe(clean)
    expect(describeOddSpaces(text)).toBe(predicate)
  })

  it.each(['Quoi\u00A0?', '«\u00A0Là\u00A0»', '10\u202F000 volts', '東京\u3000大阪', 'a b'])('leaves %j', (text) =>
    expect(describeOddSpaces(text)).toBeUndefined(),
  )
})

it('reads long texts in a time that grows with their length only', () => {
  expect(decodeEscapes('%C3%A9'.repeat(100_000))).toBe('é'.repeat(100_000))
  expect(findTags(`<font ${'a'.repeat(200_000)}`)).toEqual([])
  expect(removeTags('<b '.repeat(100_000))).toBe('<b '.repeat(100_000))
  expect(decodeEntities(`&${'amp;'.repeat(200_000)}`)).toBe(`&${'amp;'.repeat(199_995)}`)
  expect(findInvisible(`\u{1F3F4}${'\u{E0061}'.repeat(200_000)}`)).toEqual(['\u{E0061}'])
  expect(findInvisible(`\u{1F600}${'\uFE0F'.repeat(200_000)}\u200D\u{1F600}`)).toContain('\u200D')
})
