import { describe, expect, it } from 'vitest'
import { requireGoodPassword } from './password-rules.ts'

const context = { name: 'Mia Bluemoon', email: 'mia.bluemoon@nightlabel.example', hubName: 'hub.nightlabel.example' }
const codeOf = (password: string): string | undefined => {
  try {
    requireGoodPassword(password, context)
  } catch (error) {
    return (error as { code: string }).code
  }
  return undefined
}

describe('requireGoodPassword', () => {
  it.each([
    'seven quiet harbour lights',
    'Zwölf Boxkämpfer jagen Viktor',
    'x7#Lq9!vT2@mWz5$',
    'ナイトドライブ は 三曲 入り です よ ね',
    'i sang in a choir at mia s house in 1994',
  ])('takes %s', (password) => {
    expect(codeOf(password)).toBeUndefined()
  })

  it.each([
    ['short', 'fourteen chars'],
    ['one character', 'aaaaaaaaaaaaaaaaaaaa'],
    ['two characters', 'abababababababababab'],
    ['a part twice', 'harbour-7harbour-7'],
    ['a common word with digits', 'password123456789'],
    ['two common words', 'PasswordQwertyuiop1'],
    ['letters replaced', 'P@$$w0rdP@$$w0rd!1'],
    ['the alphabet', 'abcdefghijklmnopqrstuvwx'],
    ['digits down', '98765432109876543210abc'],
    ['the own name', 'MiaBluemoonMia2026'],
    ['the hub and the label', 'nightlabel-nightlabel-hub'],
    ['a famous example', 'correct horse battery staple'],
    ['a wide spelling of a common word', 'ｐａｓｓｗｏｒｄ１２３４５６７８'],
  ])('refuses %s', (_what, password) => {
    expect(codeOf(password)).toBe('password_refused')
  })
})
