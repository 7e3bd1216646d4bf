import type { TableImport } from '@spindle/client'
import { tableWords as texts } from '../../words/catalog/table-words.ts'
import { sentence } from '../../words/english.ts'

export interface ProblemListProps {
  readonly problems: TableImport['problems']
}

/** Where a table is wrong, and how to correct it. */
export const ProblemList = ({ problems }: ProblemListProps) => (
  <ul className="problem-list small">
    {problems.map(({ code, severity, line, column, message, fix }) => {
      const place = texts.problemPlace(line, column)
      return (
        <li key={`${code} ${place} ${message}`}>
          <span className="visually-hidden">{texts.severities[severity]}: </span>
          {place !== '' && (
            <span className="soft">
              <bdi>{place}</bdi>:{' '}
            </span>
          )}
          <bdi>{message}</bdi> <span className="soft">{sentence(fix)}</span>
        </li>
      )
    })}
  </ul>
)
