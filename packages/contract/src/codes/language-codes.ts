import { findNearestName } from './nearest-name.ts'

/** ISO 639-1, the 183 codes in force, and the ISO 639-2 codes for no words, undetermined and several languages. */
export const languageCodes: readonly string[] = [
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo',
  'es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka',
  'kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng',
  'nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su',
  'sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu',
  'zxx und mul',
].flatMap((line) => line.split(' '))

const known = new Set(languageCodes)
// Made when a tag is first read that is not on the list: the names of all languages take a while to load.
let names: Intl.DisplayNames | undefined

function isPrimarySubtag(subtag: string): boolean {
  if (known.has(subtag)) return true
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return names.of(subtag) !== undefined
}

/**
 * Reads a BCP 47 language tag (RFC 5646): well-formed, with a primary subtag of ISO 639. Answers it in canonical form
 * (`PT-br` becomes `pt-BR`, `iw` becomes `he`), or undefined.
 */
export function parseLanguageTag(input: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(input)
    return tag !== undefined && isPrimarySubtag(tag.replace(/-.*$/, '')) ? tag : undefined
  } catch {
    // Intl throws a RangeError for what is not well-formed.
    return undefined
  }
}

let tagOfName: ReadonlyMap<string, string> | undefined

/** English names of languages in lower case. */
function listLanguageNames(): ReadonlyMap<string, string> {
  if (tagOfName) return tagOfName
  const names = new Intl.DisplayNames('en', { type: 'language' })
  tagOfName = new Map(languageCodes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]))
  return tagOfName
}

/** The tag of the language with exactly this English name, in any case; undefined for other texts. */
export const findLanguageNamed = (name: string): string | undefined =>
  listLanguageNames().get(name.trim().toLowerCase())

/** The tag of a language that is written by its name or by a code of three letters: `English`, `ger`. */
export function suggestLanguage(text: string): string | undefined {
  const tag = parseLanguageTag(text.trim().replaceAll('_', '-'))
  if (tag !== undefined) return tag
  const codeOf = listLanguageNames()
  const near = findNearestName(text.trim(), [...codeOf.keys()])
  return near === undefined ? undefined : codeOf.get(near)
}
