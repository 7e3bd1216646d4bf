import { expect, it } from 'vitest'
import { openVariables, parseVariables, sealableVariables } from './program-variables.ts'

it('reads NAME=VALUE, and seals it', () => {
  const read = parseVariables('# of the store\nSTORE_URL=https://store.example/?a=b\r\n\nTOKEN= with blanks \nEMPTY=\n')
  expect(read).toEqual({ STORE_URL: 'https://store.example/?a=b', TOKEN: ' with blanks ', EMPTY: '' })
  expect(openVariables(sealableVariables(read))).toEqual(read)
  expect(openVariables(undefined)).toEqual({})
})

it.each([
  ['TOKEN', 'Line 1 is not NAME=VALUE'],
  ['A=b\n1A=c', 'Line 2 is not NAME=VALUE'],
  ['A=b\0c', 'Line 1 is not NAME=VALUE'],
  ['A=1\nA=2', 'Line 2: A is named twice'],
  ['LD_PRELOAD=/tmp/a.so', 'Line 1: LD_PRELOAD is reserved; choose another name'],
  ['PATH=/tmp', 'Line 1: PATH is reserved; choose another name'],
  ['SPINDLE_SECRET=a', 'Line 1: SPINDLE_SECRET is reserved; choose another name'],
  [`A=${'a'.repeat(32 * 1024)}`, 'The file has more than 32768 bytes'],
  [Array.from({ length: 65 }, (_, n) => `A${n}=`).join('\n'), 'The file has more than 64 variables'],
])('refuses %j', (text, message) => expect(() => parseVariables(text)).toThrow(message))
