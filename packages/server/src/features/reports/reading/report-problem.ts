/** What is wrong with a file, and what to do about it. */
export interface ReportProblem {
  /** The line in the file, from 1; undefined if it concerns the whole file. */
  readonly line?: number | undefined
  readonly column?: string | undefined
  /** The text of the cell; undefined if it concerns the whole line. */
  readonly cell?: string | undefined
  readonly problem: string
  readonly fix: string
}

/** A file is imported completely or not at all: half a statement is wrong. */
export class ReportRefused extends Error {
  readonly problems: readonly ReportProblem[]

  constructor(problems: readonly ReportProblem[]) {
    super(problems[0] === undefined ? 'The report was refused' : describeProblem(problems[0]))
    this.name = 'ReportRefused'
    this.problems = problems
  }
}

/** The file may be right: it conflicts with another report. */
export class ReportConflict extends ReportRefused {
  /** `message`: the same message of its sender. `time`: the same time. */
  readonly about: 'message' | 'time'
  readonly reportId: string

  constructor(about: ReportConflict['about'], reportId: string, problem: ReportProblem) {
    super([problem])
    this.name = 'ReportConflict'
    this.about = about
    this.reportId = reportId
  }
}

export const refuse = (problem: ReportProblem): ReportRefused => new ReportRefused([problem])

export function describeProblem({ line, column, problem, fix }: ReportProblem): string {
  const place = [line === undefined ? '' : `line ${line}`, column === undefined ? '' : `column "${column}"`]
    .filter(Boolean)
    .join(', ')
  return `${place === '' ? '' : `${place}: `}${problem} Fix: ${fix}`
}
