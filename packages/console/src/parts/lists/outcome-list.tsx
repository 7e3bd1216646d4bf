import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link, useSearchParams } from 'wouter'
import { formatNumber } from '../../words/words.ts'
import { Select } from '../forms/field.tsx'
import { PagedList } from './paged-list.tsx'

/** The chosen outcome is in the address, so that each number of a job or an import can be a link to its list. */
export function useOutcome<Outcome extends string>(outcomes: readonly Outcome[]) {
  const [address, setAddress] = useSearchParams()
  const chosen = outcomes.find((one) => one === address.get('outcome'))
  const choose = (outcome: Outcome | undefined): void =>
    setAddress(outcome === undefined ? {} : { outcome }, { replace: true })
  return [chosen, choose] as const
}

export interface OutcomeLinkProps {
  /** The page of the job or the import. */
  readonly page: string
  /** Undefined: all outcomes. */
  readonly outcome?: string | undefined
  readonly releases: number
  /** What the number counts. */
  readonly name: string
}

/** A number of releases that leads to their list on the same page. */
export const OutcomeLink = ({ page, outcome, releases, name }: OutcomeLinkProps) =>
  releases === 0 ? (
    formatNumber(releases)
  ) : (
    <Link
      href={outcome === undefined ? page : `${page}?outcome=${outcome}`}
      aria-label={`${formatNumber(releases)} ${name}`}
    >
      {formatNumber(releases)}
    </Link>
  )

export interface OutcomeListProps<T, Outcome extends string> {
  readonly texts: { readonly releases: string; readonly show: string; readonly all: string; readonly nothing: string }
  readonly outcomes: readonly Outcome[]
  readonly nameOf: (outcome: Outcome) => string
  /** Undefined: all outcomes. */
  readonly chosen: Outcome | undefined
  readonly onChoose: (outcome: Outcome | undefined) => void
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly T[] }>>
  /** A row of the list. */
  readonly children: (item: T) => ReactNode
}

/** The releases of a job or an import, filtered by outcome. */
export function OutcomeList<T, Outcome extends string>(props: OutcomeListProps<T, Outcome>) {
  const { texts, outcomes, nameOf, chosen, onChoose, list, children } = props
  const titleId = useId()
  return (
    <section className="card stack" aria-labelledby={titleId}>
      <div className="list-head">
        <h2 id={titleId}>{texts.releases}</h2>
        <div className="sorting">
          <Select
            label={texts.show}
            value={chosen ?? ''}
            onChange={({ currentTarget: { value } }) => onChoose(outcomes.find((one) => one === value))}
          >
            <option value="">{texts.all}</option>
            {outcomes.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <PagedList list={list} empty={<p className="soft">{texts.nothing}</p>}>
        {(items) => <ul className="rows">{items.map(children)}</ul>}
      </PagedList>
    </section>
  )
}
