import { attributeOf, childOf, childrenOf, type Element, passOver, textIn, textOf } from './element.ts'

/** The order of the resources, and the discs they are on. */

export interface Placed {
  readonly reference: string
  readonly disc: number
}

export interface Groups {
  readonly items: readonly Placed[]
  /** By the number of the disc; missing where a disc has none. */
  readonly titles: ReadonlyMap<number, string>
  /** References that a link declares as the cover. */
  readonly covers: readonly string[]
}

const inOrder = (elements: readonly Element[]): Element[] =>
  elements
    .map((element, index) => ({ element, place: Number(textIn(element, 'SequenceNumber') ?? index + 1) }))
    .sort((a, b) => a.place - b.place)
    .map(({ element }) => element)

const coversIn = (element: Element): string[] =>
  childrenOf(element, 'LinkedReleaseResourceReference').flatMap((link) => {
    const kind = attributeOf(link, 'LinkDescription')
    return kind === undefined || kind === 'CoverArt' ? [textOf(link) ?? ''] : []
  })

/** A title that is only a number does not count. */
function titleOf(group: Element): string | undefined {
  const title = childOf(group, 'DisplayTitle', 'Title')
  const text = textIn(title, 'TitleText') ?? textIn(group, 'DisplayTitleText')
  passOver(group, 'DisplayTitleText')
  return text === undefined || /^(?:disc|disk|cd|volume|side|component)?[\s_-]*\w{1,2}$/i.test(text)
    ? undefined
    : text.slice(0, 200)
}

/** Groups inside a disc, such as sides and movements, are played one after the other. */
function itemsIn(group: Element): string[] {
  const own = inOrder(childrenOf(group, 'ResourceGroupContentItem')).map((item) => {
    passOver(item, 'ResourceType', 'IsInstantGratificationResource', 'IsPreOrderIncentiveResource')
    return textIn(item, 'ReleaseResourceReference') ?? ''
  })
  return [...own, ...inOrder(childrenOf(group, 'ResourceGroup')).flatMap(itemsIn)]
}

export function readGroups(release: Element): Groups {
  const top = childrenOf(release, 'ResourceGroup')
  const [only] = top
  const inner = top.length === 1 && only ? inOrder(childrenOf(only, 'ResourceGroup')) : top
  const discs = inner.length > 0 ? inner : top
  const titles = new Map<number, string>()
  const items: Placed[] = []
  const loose = inner.length > 0 && only && top.length === 1 ? childrenOf(only, 'ResourceGroupContentItem') : []
  for (const item of inOrder(loose)) items.push({ reference: textIn(item, 'ReleaseResourceReference') ?? '', disc: 1 })
  for (const [index, disc] of discs.entries()) {
    const title = titleOf(disc)
    if (title !== undefined && inner.length > 0) titles.set(index + 1, title)
    for (const reference of itemsIn(disc)) items.push({ reference, disc: index + 1 })
  }
  return { items, titles, covers: coversOf(top) }
}

const coversOf = (groups: readonly Element[]): string[] =>
  groups.flatMap((group) => [
    ...coversIn(group),
    ...childrenOf(group, 'ResourceGroupContentItem').flatMap(coversIn),
    ...coversOf(childrenOf(group, 'ResourceGroup')),
  ])
