import { describe, expect, it } from 'vitest'
import { isMailable } from './mail-address.ts'

describe('isMailable', () => {
  it.each([
    'mia@label.example',
    'mia.blue+music@label.example',
    "o'neil_!#$%&*/=?^`{|}~-@label.example",
    'hub@localhost',
    'süd@übung.example',
    `${'a'.repeat(200)}@label.example`,
  ])('takes %s', (address) => expect(isMailable(address)).toBe(true))

  it.each([
    '',
    'mia',
    'mia@',
    '@label.example',
    'mia@label@example',
    '.mia@label.example',
    'mia..blue@label.example',
    'mia@-label.example',
    'mia@label..example',
    'mia@[127.0.0.1]',
    '"mia blue"@label.example',
    'mia,eve@label.example',
    'mia;eve@label.example',
    'mia<eve@label.example>',
    'mia(x)@label.example',
    'mia@label.example\n',
    'mia\r\nBcc:eve@label.example',
    'mia\u202E@label.example',
    `${'a'.repeat(242)}@label.example`,
  ])('refuses %j', (address) => expect(isMailable(address)).toBe(false))
})
