import type { Documentable } from './documentation.ts'
import { type Goals, longestFile, longestFunction } from './goals.ts'
import { findReasonAtHead } from './reasons.ts'
import { type FunctionSize, percentile } from './sizes.ts'
import type { SourceFile } from './source-files.ts'

/** What was measured of a package, or of a part of one. */
export interface Measures {
  readonly name: string
  readonly files: readonly SourceFile[]
  readonly functions: readonly FunctionSize[]
  readonly cycles: readonly string[][]
  readonly testLines: number
  readonly documentables: readonly Documentable[]
}

/** What fails the check, a sentence each: lengths above their goals, shares below them, cycles. */
export function findMisses(row: Measures, goals: Goals): string[] {
  const files = row.files.map(({ lines }) => lines)
  const functions = lengthsOfBlocks(row)
  const lengths: [string, number, number][] = [
    ['median of the lengths of files', percentile(files, 0.5), goals.files.median],
    ['95th percentile of the lengths of files', percentile(files, 0.95), goals.files.p95],
    ['median of the lengths of functions', percentile(functions, 0.5), goals.functions.median],
    ['95th percentile of the lengths of functions', percentile(functions, 0.95), goals.functions.p95],
  ]
  const shares: [string, number, number][] = [
    ['lines of tests per line', testRatio(row), goals.tests ?? 0],
    ['share of documented exports', documentedShare(row), goals.documented ?? 0],
  ]
  return [
    ...lengths
      .filter(([, lines, goal]) => lines > goal)
      .map(([what, lines, goal]) => `${row.name}: ${what} is ${lines} lines, the goal is at most ${goal}`),
    ...shares
      .filter(([, share, goal]) => share < goal)
      .map(([what, share, goal]) => `${row.name}: ${what} is ${share.toFixed(3)}, the goal is at least ${goal}`),
    ...row.cycles.map((cycle) => `${row.name}: a cycle of imports: ${cycle.join(', ')}`),
  ]
}

/** Files and functions beyond the maximum, with the reason written beside them, or a request for one. */
export const findWarnings = ({ files, functions }: Measures): string[] => [
  ...files
    .filter(({ lines }) => lines > longestFile)
    .map(
      (file) =>
        `${file.path} has ${file.lines} lines, more than ${longestFile}: ${readReason(file) ?? wanted('at its head')}`,
    ),
  ...functions
    .filter(({ lines }) => lines > longestFunction)
    .map(
      ({ place, lines, reason }) =>
        `${place} is a function of ${lines} lines, more than ${longestFunction}: ${reason ?? wanted('above it')}`,
    ),
]

const wanted = (where: string): string => `split it, or write the reason ${where}: // long: REASON`

const readReason = ({ text, program }: SourceFile): string | undefined =>
  findReasonAtHead(text, program.body[0]?.start ?? text.length)

/** Of functions with three lines or more. */
export const lengthsOfBlocks = ({ functions }: Measures): number[] =>
  functions.map(({ lines }) => lines).filter((lines) => lines >= 3)

export const countLines = ({ files }: Measures): number => files.reduce((sum, { lines }) => sum + lines, 0)

export const testRatio = (row: Measures): number => row.testLines / countLines(row)

export const documentedShare = ({ documentables }: Measures): number =>
  documentables.filter(({ isDocumented }) => isDocumented).length / documentables.length
