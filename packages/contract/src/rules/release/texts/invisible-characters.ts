/**
 * Invisible characters. Those that a word or an emoji needs are kept. All others make two texts differ that look the same.
 * Every pattern has a limit, so that the time grows with the length of the text and no faster. Source: Unicode Standard, Default_Ignorable_Code_Point; UTS 51 for emoji sequences.
 */

/** Scripts whose letters join, or whose conjuncts are chosen, by ZWJ and ZWNJ. */
const joiningScripts = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Mongolian', 'Nko', 'Phags_Pa', 'Manichaean', 'Adlam', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Myanmar', 'Khmer'],
  ...['Tibetan', 'Balinese', 'Javanese', 'Sundanese', 'Grantha', 'Newa', 'Tirhuta', 'Chakma'],
]
const joining = `[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`
/** U+FE0F asks for the picture, a modifier for a skin tone; both stand between an emoji and its joiner. */
const emoji = '\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]{0,4}'

/** Places where an invisible character belongs to the character before or after it. */
const wanted = [
  `(?<=${joining})[\\u200C\\u200D]`,
  `(?<=${emoji})\\u200D(?=\\p{Extended_Pictographic})`,
  // Tags spell a region after the black flag: England, Scotland, Wales.
  '(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,16})[\\u{E0020}-\\u{E007E}]',
  '(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,16})\\u{E007F}',
  // Variation selectors choose a form of the character before them.
  '(?<=[\\p{L}\\p{N}\\p{S}\\p{P}\\p{M}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
  '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F\\u180E]',
  '(?<=\\p{Script=Khmer})[\\u17B4\\u17B5]',
  // Fillers complete syllables of old Korean.
  '(?<=[\\u1100-\\u11FF])[\\u115F\\u1160]|[\\u115F\\u1160](?=[\\u1100-\\u11FF])',
  '(?<=\\p{M})\\u034F|\\u034F(?=\\p{M})',
].join('|')

const invisible = '\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB'
const bidiControl = '\\u202A-\\u202E\\u2066-\\u2069'
const either = new RegExp(`${wanted}|(?<unwanted>(?![${bidiControl}])[${invisible}])`, 'gu')

/** Marks that order signs beside letters written from right to left. */
const directionMark = /[\u200E\u200F\u061C]/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

const isWanted = (character: string, text: string): boolean => directionMark.test(character) && rightToLeft.test(text)

/** The invisible characters that do not belong to the text, each once. */
export function findInvisible(text: string): readonly string[] {
  const found = Array.from(text.matchAll(either), ({ groups }) => groups?.unwanted)
  return [...new Set(found)].filter((character) => character !== undefined && !isWanted(character, text)) as string[]
}

/** The text without them. */
export const removeInvisible = (text: string): string =>
  text.replace(either, (character: string, ...rest: unknown[]) => {
    const { unwanted } = rest.at(-1) as { readonly unwanted?: string }
    return unwanted === undefined || isWanted(character, text) ? character : ''
  })

const bidiControls = new RegExp(`[${bidiControl}]`, 'gu')

/** Controls that turn the direction of all that follows, each once (UAX 9): a text can pretend to be another. */
export const findBidiControls = (text: string): readonly string[] => [...new Set(text.match(bidiControls) ?? [])]

/** The text without them. */
export const removeBidiControls = (text: string): string => text.replace(bidiControls, '')

/** Letters, digits, punctuation and symbols; blank Braille and fillers of Hangul are letters by name only. */
const visible = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether the text has a visible character. Emoji are symbols. */
export const hasVisibleSign = (text: string): boolean => visible.test(text)

const names: Readonly<Record<string, string>> = {
  '\u00AD': 'soft hyphen',
  '\u034F': 'combining grapheme joiner',
  '\u061C': 'Arabic letter mark',
  '\u200B': 'zero width space',
  '\u200C': 'zero width non-joiner',
  '\u200D': 'zero width joiner',
  '\u200E': 'left-to-right mark',
  '\u200F': 'right-to-left mark',
  '\u202A': 'left-to-right embedding',
  '\u202B': 'right-to-left embedding',
  '\u202C': 'pop directional formatting',
  '\u202D': 'left-to-right override',
  '\u202E': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'pop directional isolate',
  '\u3164': 'Hangul filler',
  '\uFEFF': 'byte order mark',
  '\uFFFD': 'replacement character',
}

/** `U+200B (zero width space)`. */
export function nameCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const name = names[character]
  return name === undefined ? code : `${code} (${name})`
}
