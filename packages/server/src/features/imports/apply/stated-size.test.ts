import { expect, it } from 'vitest'
import { mayMean } from './stated-size.ts'

it.each([
  ['1048600', 'bytes'],
  ['1048.6', 'thousands of bytes'],
  ['1049', 'thousands of bytes, rounded'],
  ['1048', 'thousands of bytes, cut'],
  ['1024', '1024 bytes, cut'],
  ['1025', '1024 bytes, rounded up'],
  ['1024.02', '1024 bytes, rounded'],
])('%s may be said of 1048600 bytes: %s', (stated) => expect(mayMean(stated, 1_048_600)).toBe(true))

it.each(['1048599', '1048601', '1047', '1050', '1023', '1026', '1048.7', '1.0', '1', '1048599.5'])(
  '%s cannot be said of 1048600 bytes',
  (stated) => expect(mayMean(stated, 1_048_600)).toBe(false),
)
