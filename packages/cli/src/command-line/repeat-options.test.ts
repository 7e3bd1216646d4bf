import { describe, expect, it } from 'vitest'
import { quoteForShell, repeatOptions } from './repeat-options.ts'

const commands = ['deliver', 'login', 'releases list', 'releases watch']
const repeat = (text: string, options: Parameters<typeof repeatOptions>[1]) => repeatOptions(text, options, commands)

describe('repeatOptions', () => {
  it.each([
    [{}, 'Next: spindle deliver slow', 'Next: spindle deliver slow'],
    [
      { hub: 'https://b.example' },
      'Next: spindle deliver slow --submit',
      'Next: spindle --hub https://b.example deliver slow --submit',
    ],
    [
      { hub: 'https://b.example', keyFile: 'my key' },
      'spindle releases watch rel_1',
      "spindle --hub https://b.example --key-file 'my key' releases watch rel_1",
    ],
    [
      { profile: 'shop' },
      'Run `spindle releases list` or `spindle deliver x`.',
      'Run `spindle --profile shop releases list` or `spindle --profile shop deliver x`.',
    ],
    [
      { hub: 'https://b.example' },
      'spindle login --hub https://hub.example',
      'spindle login --hub https://hub.example',
    ],
    [{ profile: 'shop' }, 'Written by a newer version of spindle', 'Written by a newer version of spindle'],
    [{ profile: 'shop' }, 'spindle needs Node 22', 'spindle needs Node 22'],
  ])('with %j makes %j a command that works', (options, text, expected) => {
    expect(repeat(text, options)).toBe(expected)
  })
})

describe('quoteForShell', () => {
  it.each([
    ['night-drive', 'night-drive'],
    ['https://hub.example:8080/a', 'https://hub.example:8080/a'],
    ['Night Drive', "'Night Drive'"],
    ["Ada's", "'Ada'\\''s'"],
    ['$HOME', "'$HOME'"],
    ['', "''"],
  ])('writes %j as %s', (text, word) => {
    expect(quoteForShell(text)).toBe(word)
  })
})
