import type { TableImport, TableImportRelease } from '@spindle/client'
import { tableImportOutcomes } from '@spindle/contract/vocabulary'
import { Link } from 'wouter'
import { useOutcomes } from '../../data/queries/import-queries.ts'
import { OutcomeList, useOutcome } from '../../parts/lists/outcome-list.tsx'
import { ProblemList } from '../../parts/lists/problem-list.tsx'
import { pathOf } from '../../routes.ts'
import { importWords as texts } from '../../words/catalog/import-words.ts'
import { OutcomeChip } from './import-chips.tsx'

/** What is ready is not an outcome of its own. */
const shown = [...tableImportOutcomes, 'ready'] as const

export interface OutcomesProps {
  readonly accountId: string
  readonly table: TableImport
}

/** The releases of the table with what became of each, or would become. */
export function Outcomes({ accountId, table }: OutcomesProps) {
  const [chosen, choose] = useOutcome(shown)
  const releases = useOutcomes(accountId, table, chosen === 'ready' ? { ready: true } : { outcome: chosen })
  return (
    <OutcomeList
      texts={texts}
      outcomes={shown}
      nameOf={(one) => (one === 'ready' ? texts.facts.ready : texts.outcomes[one])}
      chosen={chosen}
      onChoose={choose}
      list={releases}
    >
      {(release) => <OutcomeRow key={release.position} accountId={accountId} release={release} />}
    </OutcomeList>
  )
}

interface OutcomeRowProps {
  readonly accountId: string
  readonly release: TableImportRelease
}

function OutcomeRow({ accountId, release }: OutcomeRowProps) {
  const { key, line, rows, title, outcome, releaseId, problems, missingFiles } = release
  const name = <bdi>{title ?? key}</bdi>
  return (
    <li>
      <span className="row">
        <span className="release-text grow">
          {releaseId === null || outcome === 'undone' ? (
            <span className="release-title">{name}</span>
          ) : (
            <Link className="release-title" href={pathOf('release', { accountId, releaseId })}>
              {name}
            </Link>
          )}
          <span className="small soft figures">
            {texts.place(line, rows)}
            {missingFiles.length > 0 && ` · ${texts.missingCount(missingFiles.length)}`}
          </span>
        </span>
        <OutcomeChip outcome={outcome} />
      </span>
      {problems.length > 0 && (
        <details open={outcome === 'refused'}>
          <summary className="small">
            <span>{texts.problems(problems.length)}</span>
          </summary>
          <ProblemList problems={problems} />
        </details>
      )}
    </li>
  )
}
