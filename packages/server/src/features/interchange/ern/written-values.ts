import type { ErnInput } from './ern-model.ts'

/** How values are written in ERN: lengths, languages, versions, titles. Pure. */

/** `PT3M1S`, in whole seconds. */
export function durationOf(ms: number): string {
  const total = Math.round(ms / 1000)
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${hours > 0 || minutes > 0 ? `${minutes}M` : ''}${total % 60}S`
}

/** `zh-hant-tw` is `zh-Hant-TW`, and `zxx` means "no linguistic content". Undefined if it is not a language tag. */
export function languageOf(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined
  try {
    return new Intl.Locale(tag).baseName
  } catch {
    return undefined
  }
}

/** Titles in other languages, with tags that are languages. */
export const titlesInLanguages = (titles: NonNullable<ErnInput['release']['titles']>) =>
  titles.flatMap(({ language, ...other }) => {
    const code = languageOf(language)
    return code === undefined ? [] : [{ ...other, code }]
  })

/** The language of the lyrics: of the track, or of its release. `zxx` for an instrumental. */
export const sungLanguageOf = (
  { language, instrumental }: ErnInput['tracks'][number],
  release: ErnInput['release'],
): string | undefined => (instrumental === true ? 'zxx' : languageOf(language ?? release.language))

/** The version types of ERN; the first one that the version text contains counts. */
const versionTypes: readonly (readonly [RegExp, string])[] = [
  [/\ba ?capp?ella\b/i, 'ACappellaVersion'],
  [/\bkaraoke\b/i, 'KaraokeVersion'],
  [/\binstrumental\b/i, 'InstrumentalVersion'],
  [/\bremix(?:ed)?\b/i, 'RemixVersion'],
  [/\blive\b/i, 'LiveVersion'],
  [/\bdemo\b/i, 'DemoVersion'],
  [/\bradio\b/i, 'RadioVersion'],
  [/\bclean\b/i, 'CleanVersion'],
  [/\bedit(?:ed)?\b/i, 'EditedVersion'],
  [/\bsession\b/i, 'SessionVersion'],
  [/\bmono\b/i, 'MonoVersion'],
  [/\bstereo\b/i, 'StereoVersion'],
  [/\balternat(?:e|ive)\b/i, 'AlternativeVersion'],
  [/\bmix\b/i, 'MixVersion'],
]

export const versionTypeOf = (version: string | undefined): string | undefined =>
  version === undefined ? undefined : versionTypes.find(([pattern]) => pattern.test(version))?.[1]

/** A title as it is shown: the version follows in parentheses. */
export const shownTitle = (title: string, version: string | undefined): string =>
  version === undefined ? title : `${title} (${version})`

/** The sign and the year are not doubled. */
export const lineText = ({ year, text }: { readonly year: number; readonly text: string }): string => {
  const holder = text.replace(/^\s*(?:[℗©]|\([pc]\))?\s*/iu, '').replace(new RegExp(`^${year}\\s*`), '')
  return `${year} ${holder}`
}

const explicitWords = { explicit: 'Explicit', clean: 'ExplicitContentEdited', not_explicit: 'NotExplicit' } as const
export const warningOf = (explicit: keyof typeof explicitWords | undefined): string | undefined =>
  explicit && explicitWords[explicit]
