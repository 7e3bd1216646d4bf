import type { Analytics } from '@spindle/client'
import { Link } from 'wouter'
import { pathOf } from '../../routes.ts'
import { analytics } from '../../words/catalog/analytics-words.ts'
import { words } from '../../words/words.ts'

export interface GroupNameProps {
  readonly accountId: string
  readonly answer: Analytics
  readonly by: 'release' | 'track' | 'territory' | 'outlet'
  /** Null: what is counted does not say it. */
  readonly id: string | null
}

/** What a row of analytics counts, by its name; a release leads to its page. */
export function GroupName({ accountId, answer, by, id }: GroupNameProps) {
  if (id === null) return <span className="soft">{analytics.notSaid}</span>
  if (by === 'territory') return <span>{countryName(id)}</span>
  if (by === 'outlet') return <OutletName answer={answer} id={id} />
  const name = answer.meta.names?.[id]
  if (!name)
    return (
      <span className="bar-name">
        <bdi>{id}</bdi>
      </span>
    )
  const details = [name.artist, by === 'track' ? name.isrc : null].filter((detail) => detail !== null)
  const text = (
    <>
      <bdi>{name.title}</bdi>
      {details.map((detail) => (
        <span key={detail} className="small soft">
          {' '}
          · <bdi>{detail}</bdi>
        </span>
      ))}
    </>
  )
  if (by === 'track')
    return (
      <span className="bar-name" title={id}>
        {text}
      </span>
    )
  return (
    <Link className="bar-name" title={id} href={pathOf('release', { accountId, releaseId: id })}>
      {text}
    </Link>
  )
}

const OutletName = ({ answer, id }: Pick<GroupNameProps, 'answer'> & { readonly id: string }) => (
  <span className="bar-name" title={id}>
    <bdi>{answer.meta.sources.find(({ outlet }) => outlet === id)?.name ?? id}</bdi>
  </span>
)

const countryName = (code: string): string =>
  new Intl.DisplayNames(words.locale, { type: 'region', fallback: 'code' }).of(code) ?? code
