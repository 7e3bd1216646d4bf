import { describe, expect, it } from 'vitest'
import { guessMeantText, isWholeGuess } from './mojibake.ts'

describe('guessMeantText', () => {
  it.each([
    ['CafÃ©', 'Café'],
    ['donâ€™t', 'don’t'],
    ['Itâ€™s â€“ me', 'It’s – me'],
    ['â€œHelloâ€', '“Hello”'],
    ['SÃ£o Paulo', 'São Paulo'],
    ['naÃ¯ve', 'naïve'],
    ['Ã‰milie', 'Émilie'],
    ['Ã€ la carte', 'À la carte'],
    ['Ã–sterreich', 'Österreich'],
    ['GroÃŸe Freiheit', 'Große Freiheit'],
    ['Â¡Hola!', '¡Hola!'],
    ['Rock Â® Roll', 'Rock ® Roll'],
    ['BucureÈ™ti', 'București'],
    ['DvoÅ™Ã¡k', 'Dvořák'],
    ['Ð¡ÐµÐºÑ€ÐµÑ‚', 'Секрет'],
    ['ÎšÏŒÏƒÎ¼Î¿Ï‚', 'Κόσμος'],
    ['ì•ˆë…•', '안녕'],
    ['ã‚«ãƒ©ã‚ª', 'カラオ'],
    ['Moon ðŸŒ™', 'Moon 🌙'],
    ['CafÃƒÂ©', 'Café'],
    ['Beyonc√©', 'Beyoncé'],
    ['M√∂tley Cr√ºe', 'Mötley Crüe'],
    ['Don‚Äôt', 'Don’t'],
    ['Ïðèâåò', 'Привет'],
    ['Íî÷íîé äîçîð', 'Ночной дозор'],
    ['ÒÈÕÈÉ ÄÎÍ', 'ТИХИЙ ДОН'],
    ['ÊáëçìÝñá', 'Καλημέρα'],
    ['ÁèÞíá', 'Αθήνα'],
    ['‚±‚ñ‚É‚¿‚Í', 'こんにちは'],
    ['ƒJƒ‰ƒIƒP', 'カラオケ'],
    ['Za¿ó³æ gêœl¹ jaŸñ', 'Zażółć gęślą jaźń'],
    ['Czes³aw Mi³osz', 'Czesław Miłosz'],
  ])('reads %s as %s', (written, meant) => expect(guessMeantText(written)).toBe(meant))

  it.each([
    'Motörhead',
    'Sigur Rós — Ágætis byrjun',
    '“Voilà”',
    'BEYONCÉ®',
    'BEYONCÉ’S',
    'Señor™',
    'MÄRZ™',
    'À—Ê',
    'Ô…',
    'Zürich–Genève',
    'Łódź',
    'Секрет',
    'カラオケ',
    '√2',
    'ÄÄÄÄÄÄ',
    'Éée',
    'Ñandú',
    'Þórr á Íslandi',
    'Night Drive',
    'Night¹ Drive²',
    '100 m³ Wasser',
    '10 m³h',
    'Sol ¿dónde estás?',
  ])('leaves %s', (text) => expect(guessMeantText(text)).toBeUndefined())

  it.each([
    ['a byte order mark', 'ï»¿Title', 'Title'],
    ['an overlong sequence', 'à\u0080\u0080', undefined],
    ['half of a surrogate pair', 'í\u00A0\u0080', undefined],
    ['a code point beyond Unicode', 'ô\u0090\u0080\u0080', undefined],
  ])('decodes %s as UTF-8 does', (_, written, meant) => expect(guessMeantText(written)).toBe(meant))

  it('reads a long text', () => expect(guessMeantText('Ã©'.repeat(500_000))).toBe('é'.repeat(500_000)))

  it('is not whole if a byte was lost on the way', () => {
    expect(isWholeGuess('Москва')).toBe(true)
    expect(isWholeGuess('МоÑква')).toBe(false)
    expect(isWholeGuess('Café')).toBe(true)
  })
})
