import { Link } from 'wouter'
import { useRelatedRelease } from '../../data/queries/queries.ts'
import { pathOf } from '../../routes.ts'

export interface ReleaseLinkProps {
  readonly accountId: string
  readonly releaseId: string
}

/** Another release by its title, or by the end of its id while the title is not known. */
export function ReleaseLink({ accountId, releaseId }: ReleaseLinkProps) {
  const { data } = useRelatedRelease(accountId, releaseId)
  return <Link href={pathOf('release', { accountId, releaseId })}>{data?.title ?? `…${releaseId.slice(-6)}`}</Link>
}
