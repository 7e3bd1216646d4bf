import type { SetAsideLine } from '@spindle/client'
import { reportWords } from '../../words/catalog/report-words.ts'
import { sentence } from '../../words/english.ts'
import { formatNumber } from '../../words/words.ts'

/** Lines of a table that could not be read: where, what is written there, and how to correct it. */
export function SetAsideTable({ lines }: { readonly lines: readonly SetAsideLine[] }) {
  const { setAsideColumns: columns, wholeLine } = reportWords
  return (
    <table className="table set-aside">
      <thead>
        <tr>
          <th scope="col">{columns.line}</th>
          <th scope="col">{columns.cell}</th>
          <th scope="col">{columns.reason}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, column, cell, reason, fix }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several files may each have a line of this number
          <tr key={index}>
            <th scope="row" className="figures">
              {formatNumber(line)}
            </th>
            <td data-label={columns.cell}>
              <span className="release-text">
                <span className="small soft">
                  <bdi>{column ?? wholeLine}</bdi>
                </span>
                {cell !== null && cell !== '' && (
                  <span className="mono set-aside-cell">
                    <bdi>{cell}</bdi>
                  </span>
                )}
              </span>
            </td>
            <td data-label={columns.reason}>
              <bdi>{reason}</bdi> <bdi className="small soft report-by">{sentence(fix)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
