import { reportPresets } from '@spindle/contract/vocabulary'
import { useId } from 'react'
import { useReports } from '../../data/queries/report-queries.ts'
import { Field, Select } from '../../parts/forms/field.tsx'
import type { ReportChoices, ReportImport, ReportImportState } from '../../reports/report-import.ts'
import { canSetAside } from '../../reports/report-request.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import type { ImportProblems } from './find-problems.ts'
import { MappingFields } from './mapping-fields.tsx'

const texts = reportWords.importing
/** Their reports name the source. */
const senders = reportPresets.filter((preset) => preset !== 'spindle' && preset !== 'dsr').toSorted()
const formats = ['recognised', ...senders, 'dsr', 'spindle', 'mapping'] as const

const nameOf = (format: (typeof formats)[number]): string | undefined =>
  format === 'mapping' ? texts.ownFormat : format === 'recognised' ? texts.recognised : reportWords.formats[format]

export interface ReadingStepProps {
  readonly accountId: string
  readonly report: ReportImport
  readonly state: ReportImportState
  readonly problems: ImportProblems
}

/** Who sends the report, and what its columns are. */
export function ReadingStep({ accountId, report, state, problems }: ReadingStepProps) {
  const { choices } = state
  const listId = useId()
  const known = new Set(useReports(accountId).data?.pages.flatMap(({ data }) => data.map(({ source }) => source)))
  const chooseFormat = (format: ReportChoices['format']): void => {
    // The source that a kind is named after goes with it; one that a person has entered stays.
    const isOwn = choices.source !== '' && choices.source !== choices.format
    const isSender = senders.some((sender) => sender === format)
    report.choose({ format, ...(!isOwn && { source: isSender ? format : '' }) })
  }
  return (
    <section className="card stack" aria-labelledby="reading-title">
      <h2 id="reading-title">
        <span className="step">2</span> {texts.reading}
      </h2>
      <div className="fields">
        <Select
          label={texts.format}
          hint={texts.formatHint}
          value={choices.format}
          onChange={({ currentTarget: { value } }) => chooseFormat(value as ReportChoices['format'])}
        >
          {formats.map((format) => (
            <option key={format} value={format}>
              {nameOf(format)}
            </option>
          ))}
        </Select>
        <Field
          label={texts.source}
          hint={texts.sourceHint}
          problem={problems.source}
          value={choices.source}
          list={listId}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => report.choose({ source: value.toLowerCase() })}
        />
        <datalist id={listId}>
          {[...known].map((source) => (
            <option key={source} value={source} />
          ))}
        </datalist>
      </div>
      {choices.format === 'mapping' && <MappingFields report={report} state={state} problems={problems} />}
      {canSetAside(choices.format) && (
        <label className="check">
          <input
            type="checkbox"
            checked={choices.setsAside}
            onChange={({ currentTarget: { checked } }) => report.choose({ setsAside: checked })}
          />
          <span>
            {texts.setsAside} <span className="small soft report-by">{texts.setsAsideHint}</span>
          </span>
        </label>
      )}
    </section>
  )
}
