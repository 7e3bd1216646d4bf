import { dirname, join } from 'node:path/posix'
import type { SourceFile } from './source-files.ts'
import { readName, readNodes, type SyntaxNode } from './syntax.ts'

/** Groups of files that import each other in a circle, type-only imports aside. */
export function findValueCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, listValueImports(file)]))
  return strongComponents(imports).filter(
    (group) => group.length > 1 || imports.get(group[0] ?? '')?.includes(group[0] ?? ''),
  )
}

function listValueImports({ path, program }: SourceFile): string[] {
  return (program.body as unknown as SyntaxNode[])
    .filter((statement) => statement.source && !isTypeOnly(statement))
    .map((statement) => readName(statement.source) ?? '')
    .filter((source) => source.startsWith('.'))
    .map((source) => join(dirname(path), source))
}

/** `import type`, `export type`, or every name in the braces marked with `type`. */
function isTypeOnly(statement: SyntaxNode): boolean {
  if (statement.importKind === 'type' || statement.exportKind === 'type') return true
  const names = readNodes(statement, 'specifiers')
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
}

/** Tarjan's algorithm. */
function strongComponents(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node) ?? 0)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next))
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0, order.get(next) ?? 0))
    }
    if (lowest.get(node) === order.get(node)) groups.push(stack.splice(stack.indexOf(node)))
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node)
  return groups
}
