/** HTML entities in plain text: `&amp;`, `&#39;`, `&eacute;`. Source: HTML 5, named character references. */

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', shy: '\u00AD', excl: '!', num: '#', ast: '*' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
  ...{ lsaquo: '‹', rsaquo: '›', ndash: '–', mdash: '—', hellip: '…', middot: '·', bull: '•', dagger: '†' },
  ...{ iexcl: '¡', iquest: '¿', sect: '§', para: '¶', copy: '©', reg: '®', trade: '™', deg: '°', micro: 'µ' },
  ...{ cent: '¢', pound: '£', curren: '¤', yen: '¥', euro: '€', permil: '‰', ordf: 'ª', ordm: 'º', not: '¬' },
  ...{ plusmn: '±', times: '×', divide: '÷', minus: '−', plus: '+', infin: '∞', ne: '≠', le: '≤', ge: '≥' },
  ...{ sup1: '¹', sup2: '²', sup3: '³', frac12: '½', frac14: '¼', frac34: '¾', acute: '´', uml: '¨' },
  ...{ AElig: 'Æ', aelig: 'æ', OElig: 'Œ', oelig: 'œ', szlig: 'ß', ETH: 'Ð', eth: 'ð', THORN: 'Þ', thorn: 'þ' },
  ...{ Oslash: 'Ø', oslash: 'ø', Lstrok: 'Ł', lstrok: 'ł', Dstrok: 'Đ', dstrok: 'đ', imath: 'ı', inodot: 'ı' },
  ...{ larr: '←', rarr: '→', uarr: '↑', darr: '↓', hearts: '♥', spades: '♠', clubs: '♣', diams: '♦', star: '☆' },
  ...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200C', zwj: '\u200D', lrm: '\u200E', rlm: '\u200F' },
  ...{ Alpha: 'Α', alpha: 'α', Beta: 'Β', beta: 'β', Gamma: 'Γ', gamma: 'γ', Delta: 'Δ', delta: 'δ', Omega: 'Ω' },
  ...{ omega: 'ω', Sigma: 'Σ', sigma: 'σ', Pi: 'Π', pi: 'π', Phi: 'Φ', phi: 'φ', Psi: 'Ψ', psi: 'ψ', lambda: 'λ' },
  ...{ colon: ':', semi: ';', comma: ',', period: '.', quest: '?', sol: '/', lpar: '(', rpar: ')', commat: '@' },
  ...{ lbrack: '[', lsqb: '[', rbrack: ']', rsqb: ']', lcub: '{', rcub: '}', lowbar: '_', dollar: '$', percnt: '%' },
  ...{ Tab: '\t', NewLine: '\n', apos: "'", hyphen: '‐', dash: '‐', verbar: '|', bsol: '\\', grave: '`', equals: '=' },
}

/** Names of letters with a mark are the letter and the name of the mark: `Ccaron`, `eacute`. */
const marks: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030A',
  dblac: '\u030B',
  caron: '\u030C',
  cedil: '\u0327',
  ogon: '\u0328',
}
const markedLetter = new RegExp(`^([A-Za-z])(${Object.keys(marks).join('|')})$`)

/** HTML reads the codes of its control characters as letters of Windows-1252 (HTML 5, 13.2.5.80): `&#146;` is ’. */
const ofControls = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => index + 128))

/** Hardly anything in HTML is written without its semicolon any more, and `AT&T` is a name: one word alone is clear. */
const entity =
  /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));|&(amp|quot|nbsp)(?![\p{L}\p{N};=])/gu

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, closed?: string, open?: string): string {
  const name = closed ?? open
  if (name !== undefined) return decodeName(name) ?? whole
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (code >= 0x80 && code <= 0x9f) return ofControls[code - 0x80] ?? whole
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
}

function decodeName(name: string): string | undefined {
  if (Object.hasOwn(named, name)) return named[name]
  if (/^(?:AMP|QUOT|LT|GT|COPY|REG)$/.test(name)) return named[name.toLowerCase()]
  if (name === 'Aring' || name === 'aring') return name === 'Aring' ? 'Å' : 'å'
  const [, letter, mark] = markedLetter.exec(name) ?? []
  if (letter === undefined || mark === undefined) return undefined
  const composed = `${letter}${marks[mark] ?? ''}`.normalize('NFC')
  return composed.length === 1 ? composed : undefined
}

const maxEscapes = 5

/** The text as HTML shows it. Text that was escaped several times (`&amp;amp;`) is decoded again, at most five times. */
export function decodeEntities(text: string): string {
  let decoded = text
  for (let times = 0; times < maxEscapes; times++) {
    const before = decoded
    decoded = before.replace(entity, decodeEntity)
    if (decoded === before) break
  }
  return decoded
}

/** The entities in the text, each once. A name that HTML does not know is just text. */
export const findEntities = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(entity), ([whole]) => whole).filter((whole) => decodeEntities(whole) !== whole)),
]
