import type { TransferFinding, TransferRelease } from '@spindle/client'
import { tableWords } from '../../words/catalog/table-words.ts'
import { transferWords } from '../../words/catalog/transfer-words.ts'

const texts = transferWords.list
const looks: Readonly<Record<TransferFinding['severity'], readonly [mark: string, tone: string]>> = {
  error: ['✕', 'danger'],
  warning: ['▲', 'warn'],
}

/** What differs between the table of the old distributor and a release here; open while it would lose plays. */
export const FindingList = ({ release: { errors, warnings, findings } }: { readonly release: TransferRelease }) => (
  <details open={errors > 0}>
    <summary className="small">
      <span>
        {[errors > 0 && texts.errors(errors), warnings > 0 && texts.warnings(warnings)].filter(Boolean).join(', ')}
      </span>
    </summary>
    <ul className="rows small">
      {findings.map(({ code, severity, line, message, fix }) => (
        <li key={`${code} ${line} ${message}`} className={`finding ${looks[severity][1]}`}>
          <span className="mark" aria-hidden="true">
            {looks[severity][0]}
          </span>
          <div>
            <span className="visually-hidden">{tableWords.severities[severity]}: </span>
            <p>
              <bdi>{message}</bdi>
            </p>
            <p className="soft">
              {fix} {line !== null && texts.line(line)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </details>
)
