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
    ['ðÒÉ×ÅÔ', 'Привет'],
    ['ùìåí', 'שלום'],
    ['ãÑÍÈÇ', 'مرحبا'],
    ['¾È³çÇÏ¼¼¿ä', '안녕하세요'],
    ['¤³¤ó¤Ë¤Á¤Ï', 'こんにちは'],
    ['ÄãºÃ', '你好'],
    ['CafГ© del Mar', 'Café del Mar'],
    ['donвЂ™t', 'don’t'],
    ['Caf├⌐', 'Café'],
    ['Beyonc├®', 'Beyoncé'],
    ['M├╢tley Cr├╝e', 'Mötley Crüe'],
    ['Cafﾃｩ', 'Café'],
    ['Beyonc茅', 'Beyoncé'],
  ])('reads %s as %s', (written, meant) => expect(guessMeantText(written)).toBe(meant))

  it.each<[encoding: string, texts: readonly string[]]>([
    ['windows-1251', ['Привет', 'Кино — Группа крови', 'Björk', 'Київ', '🌙 Луна']],
    ['windows-1250', ['Dvořák', 'Łódź', 'Café', 'Ágætis byrjun', 'Zażółć', 'Motörhead']],
    ['windows-1253', ['Καλημέρα', 'Αθήνα']],
    ['koi8-r', ['Привет', 'Группа крови']],
    ['ibm866', ['Привет']],
    ['shift_jis', ['こんにちは', 'カラオケ']],
    ['gbk', ['周杰', 'Beyoncé']],
  ])('reads UTF-8 that was read as %s', (encoding, texts) => {
    for (const text of texts) {
      const written = new TextDecoder(encoding).decode(new TextEncoder().encode(text))
      expect([written, guessMeantText(written)]).toEqual([written, text])
    }
  })

  it('shows no guess where several scripts are possible', () => {
    const meant = guessMeantText('ÊÇÑÊ´Õ') ?? ''
    expect([meant !== '', isWholeGuess(meant)]).toEqual([true, false])
  })

  it.each([
    ...['Ні', 'Її', 'Моё', 'ЕЁ ЕЁ', 'ВСЁ', 'Кіно', 'Кот©', 'Сектор Газа', 'Привет®', 'Ч№1'],
    ...['CASĂ…', 'RÓŻA', 'BEZDRÓŻ', 'Číča®', 'Ćao', 'Český™', 'CAFÉ’S', 'Öz™', 'Łza¦'],
    ...['联通', 'T恤', '卡拉OK', '中国', '试试看', '夜に駆ける', '宇多田ヒカル', 'ｱｲｳ', '帽子'],
    ...['Ξένος', 'ΟΞΕΙΑ', '┌( ಠ_ಠ)┘', '╔═╗', '¼½', '«À»'],
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
