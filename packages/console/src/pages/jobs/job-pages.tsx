import type { Membership } from '../../data/api/session-api.ts'
import { JobPage } from './job-page.tsx'
import { JobsPage } from './jobs-page.tsx'

export interface JobPagesProps {
  readonly membership: Membership
  readonly bulkId: string | undefined
}

/** All bulk jobs of an account, or one of them. */
export const JobPages = ({ membership, bulkId }: JobPagesProps) =>
  bulkId === undefined ? (
    <JobsPage accountId={membership.accountId} />
  ) : (
    <JobPage key={bulkId} membership={membership} bulkId={bulkId} />
  )
