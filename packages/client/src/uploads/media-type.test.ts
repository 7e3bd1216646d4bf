import { expect, it } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

it.each([
  ['01 Opening.WAV', 'audio/wav'],
  ['front.cover.jpg', 'image/jpeg'],
  ['master.tiff', 'image/tiff'],
  ['notes.txt', undefined],
  ['wav', undefined],
  ['.constructor', undefined],
  [undefined, undefined],
])('%s is %s', (name, type) => expect(mediaTypeOf(name)).toBe(type))
