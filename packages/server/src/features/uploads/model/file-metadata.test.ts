import { describe, expect, it } from 'vitest'
import { cleanContentType, cleanFilename, detectKind, parseDispositionFilename } from './file-metadata.ts'

describe('detectKind', () => {
  it.each([
    ['image', 'audio/wav', 'image'],
    [undefined, 'image/png', 'image'],
    [undefined, 'IMAGE/PNG', 'image'],
    [undefined, 'audio/flac', 'audio'],
    [undefined, undefined, 'audio'],
  ] as const)('%s and %s make %s', (stated, type, kind) => expect(detectKind(stated, type)).toBe(kind))
})

describe('cleanFilename', () => {
  it.each([
    ['01 Aurora.wav', '01 Aurora.wav'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Masters\\a.wav', 'a.wav'],
    ['a\0b\r\nc.wav', 'abc.wav'],
    ['\u202Egpj.exe', 'gpj.exe'],
    ['  ', undefined],
    ['folder/', undefined],
    [undefined, undefined],
  ])('%j becomes %j', (name, clean) => expect(cleanFilename(name)).toBe(clean))

  it('cuts long names without half a character', () => {
    expect(cleanFilename('a'.repeat(300))).toBe('a'.repeat(255))
    expect(cleanFilename(`${'a'.repeat(254)}😀`)?.isWellFormed()).toBe(true)
  })
})

describe('cleanContentType', () => {
  it.each([
    ['audio/wav', 'audio/wav'],
    ['Audio/X-WAV; codecs=1', 'audio/x-wav'],
    ['audio', undefined],
    ['<b>/x', undefined],
    [undefined, undefined],
  ])('%j becomes %j', (type, clean) => expect(cleanContentType(type)).toBe(clean))
})

describe('parseDispositionFilename', () => {
  it.each([
    ['attachment; filename="a b.wav"', 'a b.wav'],
    ['attachment; filename=a.wav', 'a.wav'],
    ['attachment; filename="a \\"b\\".wav"', 'a "b".wav'],
    [`attachment; filename="x"; filename*=UTF-8''na%C3%AFve.wav`, 'naïve.wav'],
    [`attachment; filename*=UTF-8''%ff`, undefined],
    ['inline', undefined],
    [undefined, undefined],
  ])('%j names %j', (header, name) => expect(parseDispositionFilename(header)).toBe(name))
})
