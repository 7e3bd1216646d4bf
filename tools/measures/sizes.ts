import { findReasonAbove } from './reasons.ts'
import type { SourceFile } from './source-files.ts'
import { type SyntaxNode, walk } from './syntax.ts'

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

export interface FunctionSize {
  /** `path:line` of its beginning. */
  readonly place: string
  /** From its first line to its last, both counted. */
  readonly lines: number
  /** Why it is long, if a comment above it says so. */
  readonly reason?: string | undefined
}

/** Every function with a body, those inside others too. */
export function measureFunctions(file: SourceFile): FunctionSize[] {
  const starts = findLineStarts(file.text)
  const written = file.text.split('\n')
  const sizes: FunctionSize[] = []
  walk(file.program, (node: SyntaxNode) => {
    if (!functionTypes.has(node.type) || !node.body) return
    const first = lineAt(starts, node.start)
    sizes.push({
      place: `${file.path}:${first}`,
      lines: lineAt(starts, node.end) - first + 1,
      reason: findReasonAbove(written, first),
    })
  })
  return sizes
}

function findLineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const lineAt = (starts: readonly number[], offset: number): number => {
  const next = starts.findIndex((start) => start > offset)
  return next < 0 ? starts.length : next
}

/** The value below which `share` of them are (nearest rank); 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
