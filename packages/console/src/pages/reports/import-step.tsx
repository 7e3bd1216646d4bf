import type { NewReport } from '@spindle/client'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../parts/layout/button.tsx'
import { Notice } from '../../parts/layout/notice.tsx'
import type { Overlap, ReportImport, ReportImportState } from '../../reports/report-import.ts'
import { pathOf } from '../../routes.ts'
import { reportWords } from '../../words/catalog/report-words.ts'
import { describePeriod } from './describe-report.ts'
import { findProblems } from './find-problems.ts'
import { ImportFailure } from './import-failure.tsx'
import { PreviewTable } from './preview-table.tsx'

const texts = reportWords.importing

export interface ImportStepProps {
  readonly accountId: string
  readonly report: ReportImport
  readonly state: ReportImportState
  /** What is missing has to be shown from now on. */
  readonly onCheck: () => void
}

/** How the report is read, and what happens to other reports of the same period; then it counts. */
export function ImportStep({ accountId, report, state, onCheck }: ImportStepProps) {
  const { preview, overlap, failure, work, files } = state
  const show = (): void => {
    onCheck()
    if (Object.keys(findProblems(state)).length === 0) void report.preview()
    // The first field with a problem, once it is marked.
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
  }
  return (
    <section className="card stack" aria-labelledby="check-title">
      <h2 id="check-title">
        <span className="step">3</span> {texts.check}
      </h2>
      <p className="soft">{texts.checkLead}</p>
      <p className="row">
        {preview && !overlap && (
          <Button look="primary" isBusy={work === 'importing'} onClick={() => void report.import()}>
            {texts.import}
          </Button>
        )}
        <Button look={preview ? 'plain' : 'primary'} isBusy={work === 'previewing'} onClick={show}>
          {preview ? texts.previewAgain : texts.preview}
        </Button>
      </p>
      {overlap && (
        <OverlapChoice
          accountId={accountId}
          overlap={overlap}
          isBusy={work === 'importing'}
          onImport={(chosen) => void report.import(chosen)}
        />
      )}
      <Work work={work} />
      {failure && <ImportFailure failure={failure} files={files} />}
      {preview && <PreviewTable preview={preview} />}
    </section>
  )
}

/** Read by screen readers as it begins. */
const Work = ({ work }: Pick<ReportImportState, 'work'>) => (
  <div role="status" className="stack tight import-work">
    {work !== 'none' && (
      <>
        <progress aria-label={texts[work]} />
        <p className="small soft">{texts[work]}</p>
      </>
    )}
  </div>
)

interface OverlapChoiceProps {
  readonly accountId: string
  readonly overlap: Overlap
  readonly isBusy: boolean
  readonly onImport: (chosen: NonNullable<NewReport['overlap']>) => void
}

function OverlapChoice({ accountId, overlap: { message, other }, isBusy, onImport }: OverlapChoiceProps) {
  const [chosen, setChosen] = useState<NewReport['overlap']>()
  const [isMissing, setMissing] = useState(false)
  const isOperators = other?.actor.type === 'operator'
  const choices = isOperators ? (['add'] as const) : (['replace', 'add'] as const)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(chosen === undefined)
    if (chosen) onImport(chosen)
  }
  return (
    <Notice tone="warn" isAlert>
      <form className="stack" noValidate onSubmit={submit}>
        <fieldset className="choices">
          <legend>{texts.overlap}</legend>
          <p>
            {other ? (
              <Link href={pathOf('report', { accountId, reportId: other.id })}>
                <bdi>{texts.overlapOther(other.source, describePeriod(other))}</bdi>
              </Link>
            ) : (
              message
            )}
          </p>
          {isOperators && <p className="small">{texts.overlapOperator}</p>}
          {choices.map((choice) => {
            const [name, text] = texts.overlaps[choice]
            return (
              <label key={choice} className="overlap-choice">
                <input
                  type="radio"
                  name="overlap"
                  checked={chosen === choice}
                  aria-invalid={isMissing || undefined}
                  onChange={() => setChosen(choice)}
                />
                <span>
                  <strong>{name}</strong> <span className="small overlap-text">{text}</span>
                </span>
              </label>
            )
          })}
          {isMissing && chosen === undefined && <p className="problem">{texts.overlapMissing}</p>}
        </fieldset>
        <p>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {texts.import}
          </Button>
        </p>
      </form>
    </Notice>
  )
}
