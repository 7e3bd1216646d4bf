import { attributeOf, childOf, childrenOf, type Element, onOneLine, passOver, textIn, textOf } from './element.ts'
import type { Notes } from './notes.ts'
import { defined, wordsOf } from './values.ts'

/** Titles in both families: ERN 4 has DisplayTitle, ERN 3 has Title with a type. */

interface Titles {
  readonly title: string | undefined
  readonly subtitle: string | undefined
  readonly version: string | undefined
  readonly titles: { language: string; title: string; subtitle?: string }[] | undefined
}

/**
 * The version is a SubTitle with its own type. ERN 3 lets senders write any type and most write none: there the only
 * SubTitle without a type is the version.
 */
function partsOf(title: Element | undefined, notes: Notes, family: 3 | 4) {
  const text = childOf(title, 'TitleText')
  const shown = textOf(text)
  const given = childrenOf(title, 'SubTitle')
  const typeOf = (one: Element): string | undefined => attributeOf(one, 'SubTitleType')
  const typed = given.find((one) => /^(?:version|mixversion|version ?title)$/i.test(typeOf(one) ?? ''))
  const [first] = given
  const isOnly = family === 3 && given.length === 1 && first && typeOf(first) === undefined
  const version = typed ?? (isOnly ? first : undefined)
  const subtitle = given.find((one) => one !== version && textOf(one) !== undefined)
  const take = (element: Element | undefined, length: number): string | undefined => {
    const value = textOf(element)
    return element && value !== undefined ? notes.fit(element, value, length) : undefined
  }
  return {
    title: text && shown !== undefined ? notes.fit(text, shown, 500) : undefined,
    subtitle: take(subtitle, 200),
    version: take(version, 200),
  }
}

const languageOf = (element: Element): string | undefined => attributeOf(element, 'LanguageAndScriptCode')

/** The title in other languages. */
const readOthers = (elements: readonly Element[], notes: Notes, family: 3 | 4): NonNullable<Titles['titles']> =>
  elements
    .flatMap((one) => {
      const language = languageOf(one)
      const parts = partsOf(one, notes, family)
      if (language === undefined || parts.title === undefined) return []
      return [defined({ language, title: parts.title, subtitle: parts.subtitle ?? parts.version })]
    })
    .slice(0, 50)

export function readTitles4(from: Element, notes: Notes): Titles {
  const all = childrenOf(from, 'DisplayTitle')
  const texts = childrenOf(from, 'DisplayTitleText')
  const main =
    all.find((one) => attributeOf(one, 'IsDefault') === 'true') ??
    all.find((one) => languageOf(one) === undefined) ??
    all[0]
  const { title, subtitle, version } = partsOf(main, notes, 4)
  const others = readOthers(
    all.filter((one) => one !== main),
    notes,
    4,
  )
  const type = textIn(from, 'VersionType')
  return {
    title: title ?? textOf(texts[0]),
    subtitle,
    version: version ?? (type?.endsWith('Version') ? wordsOf(type.slice(0, -'Version'.length)) : undefined),
    titles: others.length === 0 ? undefined : others,
  }
}

const titleTypes = ['DisplayTitle', 'FormalTitle', 'GroupingTitle', 'AbbreviatedDisplayTitle']

const isDisplayed = (title: Element): boolean => attributeOf(title, 'TitleType') === 'DisplayTitle'

/** `reference` contains ReferenceTitle, which is used if there is no other title. */
export function readTitles3(details: Element | undefined, reference: Element, notes: Notes): Titles {
  const all = childrenOf(details, 'Title')
  const main = titleTypes
    .map((type) => {
      const ofType = all.filter((one) => attributeOf(one, 'TitleType') === type)
      return ofType.find((one) => languageOf(one) === undefined) ?? ofType[0]
    })
    .find((one) => one !== undefined)
  const referred = childOf(reference, 'ReferenceTitle')
  const { title, subtitle, version } = partsOf(main ?? all[0] ?? referred, notes, 3)
  const others = all.filter((one) => one !== main && isDisplayed(one) && languageOf(one) !== undefined)
  const titles = others.length > 0 && main && isDisplayed(main) ? readOthers(others, notes, 3) : []
  for (const one of [...all, ...(referred ? [referred] : [])])
    if (one.children.some(({ name, text }) => name === 'TitleText' && onOneLine(text) === title))
      passOver(one, 'TitleText', 'SubTitle')
  return { title, subtitle, version, titles: titles.length === 0 ? undefined : titles }
}
