/**
 * An element of a message, by local names, because senders use any prefix. Requested elements count as read; elements
 * that were never requested are not imported, and the report lists them.
 */
export interface Element {
  readonly name: string
  readonly line: number
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  readonly children: readonly Element[]
  readonly parent: Element | undefined
  isRead: boolean
}

export const childrenOf = (element: Element | undefined, ...names: readonly string[]): Element[] => {
  const found = (element?.children ?? []).filter(({ name }) => names.includes(name))
  for (const child of found) child.isRead = true
  return found
}

export const childOf = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
  childrenOf(element, ...names)[0]

/** Descends by one name after the other. */
export const descend = (element: Element | undefined, ...names: readonly string[]): Element | undefined =>
  names.reduce<Element | undefined>((from, name) => childOf(from, name), element)

/** The text of a child; an empty one counts as missing. */
export const textIn = (element: Element | undefined, ...names: readonly string[]): string | undefined =>
  textOf(childOf(element, ...names))

/** The text on one line. */
export function textOf(element: Element | undefined): string | undefined {
  const text = linesOf(element)
  return text === undefined ? undefined : onOneLine(text)
}

/** Without line breaks: senders that wrap their XML break titles in the middle. */
export const onOneLine = (text: string): string =>
  text
    .trim()
    .split(/[\t\n\r]+/)
    .map((line) => line.trim())
    .join(' ')

/** The text with its line breaks. */
export function linesOf(element: Element | undefined): string | undefined {
  if (element) element.isRead = true
  const text = element?.text.trim()
  return text === '' ? undefined : text
}

/** `WorldWide` is no code of DDEX, and is common. */
export const isWorldwide = (code: string | undefined): boolean => code?.trim().toLowerCase() === 'worldwide'

export const attributeOf = (element: Element | undefined, name: string): string | undefined => {
  const text = element?.attributes.get(name)?.trim()
  return text === '' ? undefined : text
}

/** Counts as read with all its content: the hub does not need it. */
export function passOver(element: Element | undefined, ...names: readonly string[]): void {
  for (const child of childrenOf(element, ...names)) markRead(child)
}

/** With all its content. */
export function markRead(element: Element): void {
  element.isRead = true
  for (const child of element.children) markRead(child)
}

/** `/NewReleaseMessage/ReleaseList/Release[2]` */
export function pathOf(element: Element): string {
  const { parent, name } = element
  if (!parent) return `/${name}`
  const same = parent.children.filter((child) => child.name === name)
  const place = same.length === 1 ? '' : `[${same.indexOf(element) + 1}]`
  return `${pathOf(parent)}/${name}${place}`
}

/** The outermost elements that were not read. */
export function* unreadIn(element: Element): Generator<Element> {
  for (const child of element.children)
    if (child.isRead) yield* unreadIn(child)
    else yield child
}
