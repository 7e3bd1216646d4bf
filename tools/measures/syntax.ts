/** A node of the syntax tree as the parser makes it (ESTree). */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

/** Calls `visit` for the node and everything below it; `parents` leads from the root to the node. */
export function walk(
  node: unknown,
  visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
  parents: readonly SyntaxNode[] = [],
): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit, parents)
  if (!isNode(node)) return
  visit(node, parents)
  const below = [...parents, node]
  for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) walk(value, visit, below)
}

/** The name of an identifier or of a member, as far as it is written out. */
export function readName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (typeof node.name === 'string') return node.name
  if (typeof node.value === 'string') return node.value
  if (node.type === 'MemberExpression') return readName(node.property)
  return undefined
}

/** A member that holds nodes. */
export const readNodes = (node: SyntaxNode, member: string): SyntaxNode[] => {
  const value = node[member]
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}
