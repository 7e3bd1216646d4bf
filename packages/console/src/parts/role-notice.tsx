import type { Membership } from '../data/api/session-api.ts'
import { useOwnerNames } from '../data/api/team-api.ts'
import { words } from '../words/words.ts'

interface RoleNoticeProps {
  readonly membership: Pick<Membership, 'accountId' | 'role'>
  /** What it cannot do: "change keys". */
  readonly what: string
}

/** Why something cannot be done here, and whom to ask by name. */
export const RoleNotice = ({ membership: { accountId, role }, what }: RoleNoticeProps) => {
  const owners = useOwnerNames(accountId)
  return <p className="small soft">{words.roleCannot(role, what, owners)}</p>
}
