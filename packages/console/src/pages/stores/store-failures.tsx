import { Link } from 'wouter'
import { catalogAddress, failureCount } from '../../data/counts.ts'
import type { StoreEntry } from '../../data/queries/store-queries.ts'
import { pathOf } from '../../routes.ts'
import { storeWords as texts } from '../../words/releases/store-words.ts'
import { formatAgo } from '../../words/words.ts'

export interface StoreFailuresProps {
  readonly accountId: string
  readonly items: readonly StoreEntry[]
}

/** Why deliveries failed or were refused, in the words of each store. */
export function StoreFailures({ accountId, items }: StoreFailuresProps) {
  const failing = items.filter(({ failures }) => failures.length > 0)
  return (
    <section className="card stack tight" aria-labelledby="store-failures">
      <h2 id="store-failures">{texts.failures}</h2>
      {failing.length === 0 ? (
        <p className="soft">✓ {texts.noFailures}</p>
      ) : (
        failing.map((item) => <FailuresOfStore key={item.outlet.id} accountId={accountId} item={item} />)
      )}
    </section>
  )
}

interface FailuresOfStoreProps {
  readonly accountId: string
  readonly item: StoreEntry
}

const FailuresOfStore = ({ accountId, item: { outlet, failures, otherFailures } }: FailuresOfStoreProps) => (
  <>
    <h3>
      <bdi>{outlet.name}</bdi>
    </h3>
    <ul className="rows">
      {failures.map((failure) => (
        <li key={failure.message} className="finding danger">
          <span className="mark" aria-hidden="true">
            ✕
          </span>
          <div>
            <p>
              <bdi>{failure.message}</bdi>
            </p>
            <p className="small soft">
              <Link
                href={catalogAddress(accountId, failureCount({ outlet }, failure).filters)}
                aria-label={texts.failedOf(failure.releases, outlet.name, failure.message)}
              >
                {texts.failedReleases(failure.releases)}
              </Link>
              {failure.nextAttemptAt !== null && ` · ${texts.again(formatAgo(failure.nextAttemptAt))}`}
              {' · '}
              <Link
                href={pathOf('release', { accountId, releaseId: failure.releaseId })}
                aria-label={(failure.releases === 1 ? texts.viewOf : texts.newestOf)(outlet.name, failure.message)}
              >
                {failure.releases === 1 ? texts.view : texts.newest}
              </Link>
            </p>
          </div>
        </li>
      ))}
      {otherFailures > 0 && <li className="small soft">{texts.others(otherFailures)}</li>}
    </ul>
  </>
)
