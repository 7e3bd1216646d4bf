import { type MessageNode, writtenAlone } from './message-tree.ts'

/** How one message differs from another, element by element. The order of equal elements does not matter. */

export interface XmlChange {
  /** XPath in the newer message; in the older one for what is gone. */
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

export const compareXml = (before: MessageNode, after: MessageNode): Generator<XmlChange> =>
  changesOf(before, after, `/${after.name}`)

function* changesOf(before: MessageNode, after: MessageNode, path: string): Generator<XmlChange> {
  if (before.source === after.source) return
  const areParts = before.children.length > 0 && after.children.length > 0
  if (!areParts || before.head !== after.head) {
    yield { path, before: writtenAlone(before), after: writtenAlone(after) }
    return
  }
  for (const name of new Set([...after.children, ...before.children].map((child) => child.name)))
    yield* changesAmong(named(before, name), named(after, name), `${path}/${name}`)
}

const named = ({ children }: MessageNode, name: string): readonly MessageNode[] =>
  children.filter((child) => child.name === name)

/** Of elements of one name: those that are in both are the same ones, the others are compared in their order. */
function* changesAmong(
  before: readonly MessageNode[],
  after: readonly MessageNode[],
  path: string,
): Generator<XmlChange> {
  const [gone, come] = [without(before, after), without(after, before)]
  const at = (all: readonly MessageNode[], place: number): string => (all.length > 1 ? `${path}[${place + 1}]` : path)
  for (const [index, place] of come.entries()) {
    const [old, young] = [before[gone[index] ?? -1], after[place]]
    if (!young) continue
    if (old) yield* changesOf(old, young, at(after, place))
    else yield { path: at(after, place), before: null, after: writtenAlone(young) }
  }
  for (const place of gone.slice(come.length)) {
    const old = before[place]
    if (old) yield { path: at(before, place), before: writtenAlone(old), after: null }
  }
}

/** The places of those that the other list has not. */
function without(nodes: readonly MessageNode[], others: readonly MessageNode[]): number[] {
  const left = new Map<string, number>()
  for (const { source } of others) left.set(source, (left.get(source) ?? 0) + 1)
  return nodes.flatMap(({ source }, place) => {
    const count = left.get(source) ?? 0
    if (count === 0) return [place]
    left.set(source, count - 1)
    return []
  })
}
