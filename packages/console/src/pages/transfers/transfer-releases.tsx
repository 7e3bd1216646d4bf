import type { TransferProgress, TransferRelease } from '@spindle/client'
import { transferStates } from '@spindle/contract/vocabulary'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { type TransferFilter, useTransferReleases } from '../../data/queries/transfer-queries.ts'
import { Select } from '../../parts/forms/field.tsx'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { pathOf } from '../../routes.ts'
import { transferWords } from '../../words/catalog/transfer-words.ts'
import { releasesId } from './filter-link.tsx'
import { FindingList } from './finding-list.tsx'
import { ReleaseStores } from './release-stores.tsx'

const texts = transferWords.list
const severities = ['error', 'warning', 'none'] as const

export interface TransferReleasesProps {
  readonly accountId: string
  readonly transfer: TransferProgress
  readonly mayChange: boolean
}

/** The filter is in the address, so that each number of the page can be a link to its list. */
function useFilter(): readonly [TransferFilter, (changed: TransferFilter) => void] {
  const [address, setAddress] = useSearchParams()
  const filter = {
    severity: severities.find((one) => one === address.get('severity')),
    outlet: address.get('outlet') || undefined,
    state: transferStates.find((one) => one === address.get('state')),
  }
  const change = (changed: TransferFilter): void => {
    const members = Object.entries({ ...filter, ...changed }).filter(([, value]) => value)
    setAddress(Object.fromEntries(members) as Record<string, string>, { replace: true })
  }
  return [filter, change]
}

/** The releases of the table with what differs, and how far each is at each store. */
export function TransferReleases({ accountId, transfer, mayChange }: TransferReleasesProps) {
  const [filter, change] = useFilter()
  const { severity, outlet, state } = filter
  // A store alone filters nothing: the hub takes it with a state.
  const releases = useTransferReleases(accountId, transfer.id, { severity, ...(state && { outlet, state }) })
  return (
    <section id={releasesId} className="card stack" aria-labelledby="releases-title">
      <h2 id="releases-title">{texts.title}</h2>
      <search className="toolbar">
        <Choice
          label={texts.findings}
          value={severity}
          options={severities.map((one) => [one, texts.severities[one]])}
          onChange={(value) => change({ severity: severities.find((one) => one === value) })}
        />
        <Choice
          label={texts.state}
          value={state}
          options={transferStates.map((one) => [one, transferWords.states[one]])}
          onChange={(value) => change({ state: transferStates.find((one) => one === value) })}
        />
        <Choice
          label={texts.store}
          any={texts.anyStore}
          value={outlet}
          options={transfer.outlets.map(({ id, name }) => [id, name])}
          onChange={(value) => change({ outlet: value || undefined })}
        />
      </search>
      <PagedList list={releases} empty={<p className="soft">{texts.nothing}</p>}>
        {(items) => (
          <ul className="rows">
            {items.map((release) => (
              <ReleaseRow key={release.position} accountId={accountId} release={release}>
                <ReleaseStores
                  accountId={accountId}
                  transferId={transfer.id}
                  release={release}
                  outlet={outlet}
                  mayChange={mayChange}
                />
              </ReleaseRow>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly any?: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, any = texts.all, value = '', options, onChange }: ChoiceProps) => (
  <Select label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
    <option value="">{any}</option>
    {options.map(([one, name]) => (
      <option key={one} value={one}>
        {name}
      </option>
    ))}
  </Select>
)

interface ReleaseRowProps {
  readonly accountId: string
  readonly release: TransferRelease
  /** How far it is at the stores. */
  readonly children: ReactNode
}

function ReleaseRow({ accountId, release, children }: ReleaseRowProps) {
  const { line, upc, title, artist, releaseId, findings } = release
  const name = <bdi>{title ?? upc}</bdi>
  return (
    <li className="stack tight">
      <span className="release-text">
        {releaseId === null ? (
          <span className="release-title">{name}</span>
        ) : (
          <Link className="release-title" href={pathOf('release', { accountId, releaseId })}>
            {name}
          </Link>
        )}
        {artist !== null && (
          <span className="small soft">
            <bdi>{artist}</bdi>
          </span>
        )}
        <span className="small soft figures">{texts.place(line, upc)}</span>
      </span>
      {findings.length === 0 ? <p className="small soft">✓ {texts.equal}</p> : <FindingList release={release} />}
      {children}
    </li>
  )
}
