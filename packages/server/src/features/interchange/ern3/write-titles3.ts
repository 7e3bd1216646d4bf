import type { ErnInput } from '../ern/ern-model.ts'
import { titlesInLanguages } from '../ern/written-values.ts'
import type { XmlWriter } from '../ern/xml-writer.ts'

/** Titles of recordings and products in ERN 3. */

export interface Titled {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly version?: string | undefined
  readonly titles?: ErnInput['release']['titles']
}

/** It has room for one subtitle, and stores need the version to tell recordings apart. */
export const writeReferenceTitle = (xml: XmlWriter, { title, subtitle, version }: Titled): void =>
  xml.element('ReferenceTitle', {}, () => {
    xml.text('TitleText', title)
    xml.text('SubTitle', version ?? subtitle)
  })

/** The formal title and the displayed one, the latter in other languages too. Subtitles have a type, so none is guessed. */
export function writeTitles3(xml: XmlWriter, { title, subtitle, version, titles = [] }: Titled): void {
  for (const TitleType of ['FormalTitle', 'DisplayTitle'])
    xml.element('Title', { TitleType }, () => {
      xml.text('TitleText', title)
      xml.text('SubTitle', subtitle, { SubTitleType: 'SubTitle' })
      xml.text('SubTitle', version, { SubTitleType: 'Version' })
    })
  for (const other of titlesInLanguages(titles))
    xml.element('Title', { LanguageAndScriptCode: other.code, TitleType: 'DisplayTitle' }, () => {
      xml.text('TitleText', other.title)
      xml.text('SubTitle', other.subtitle, { SubTitleType: 'SubTitle' })
    })
}
