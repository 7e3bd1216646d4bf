import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import { wrapText } from './wrap-text.ts'

describe('wrapWords', () => {
  it('breaks between words and sets the rest in', () => {
    expect(wrapText('one two three four', 10)).toEqual(['one two', '  three', '  four'])
    expect(wrapText('    deep words here', 14)).toEqual(['    deep', '    words', '    here'])
    expect(wrapText('short', 10)).toEqual(['short'])
  })

  it('counts wide letters as two and colours as none', () => {
    const lines = wrapText(`夜の ドライブ \u001b[31mred words\u001b[39m`, 12)
    expect(lines).toEqual(['夜の', '  ドライブ', '  \u001b[31mred words\u001b[39m'])
  })

  it('never exceeds the width, whatever the words', () => {
    const line = 'x'.repeat(300)
    for (const columns of [20, 40, 80])
      for (const part of wrapText(`a ${line} b`, columns)) expect(stringWidth(part)).toBeLessThan(columns)
    expect(
      wrapText(line, 40)
        .map((part) => part.trim())
        .join(''),
    ).toBe(line)
  })
})
