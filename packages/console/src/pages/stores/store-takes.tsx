import type { StoreEntry } from '../../data/queries/store-queries.ts'
import { FactList } from '../../parts/layout/fact-list.tsx'
import { optionOf, writeValue } from '../../words/account/member-words.ts'
import { list } from '../../words/english.ts'
import { storeWords as texts } from '../../words/releases/store-words.ts'

type Store = NonNullable<StoreEntry['outlet']['store']>

/** The requirements that the operator has set for a store. */
export function StoreTakes({ name, store: { takes = {}, genres } }: { readonly name: string; readonly store: Store }) {
  const facts: (readonly [string, string])[] = []
  if (takes.audio) facts.push([texts.audio, list(takes.audio.map((one) => one.toUpperCase()))])
  if (takes.leastCover !== undefined) facts.push([texts.cover, texts.coverLeast(takes.leastCover)])
  if (takes.models) facts.push([texts.models, list(takes.models.map(optionOf))])
  if (takes.uses) facts.push([texts.uses, list(takes.uses.map(optionOf))])
  if (takes.territories) facts.push([texts.territories, writeValue('territories', takes.territories)])
  if (genres) facts.push([texts.genres, texts.genreCount(genres.length)])
  if (facts.length === 0) return <span className="small soft regular">{texts.takesAll}</span>
  return (
    <details className="small regular">
      <summary aria-label={texts.takesOf(name)}>{texts.takes}</summary>
      <FactList className="facts" facts={facts} />
    </details>
  )
}
