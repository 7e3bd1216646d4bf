import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type Failure, toFailure } from '../../data/failure.ts'
import type { Membership } from '../../data/session-api.ts'
import { type Member, type Role, teamApi, teamKey, useMembers } from '../../data/team-api.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useConfirmed } from '../../parts/confirmation.tsx'
import { FailureNotice, FailureText } from '../../parts/notice.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { routes } from '../../routes.ts'
import { formatAgo, words } from '../../words/words.ts'

interface MemberListProps {
  readonly membership: Membership
  readonly userId: string
}

export function MemberList({ membership, userId }: MemberListProps) {
  const members = useMembers(membership.accountId)
  const [failure, setFailure] = useState<Failure>()
  if (members.error) return <FailureNotice error={members.error} onRetry={() => void members.refetch()} />
  if (!members.data) return <Skeleton rows={3} />
  const rows = members.data.pages.flatMap(({ data }) => data)
  return (
    <>
      {failure && <FailureText failure={failure} />}
      <ul className="card rows" aria-label={words.team.title}>
        {rows.map((member) => (
          <MemberRow
            key={member.userId}
            membership={membership}
            member={member}
            isSelf={member.userId === userId}
            onFailure={setFailure}
          />
        ))}
      </ul>
      {members.hasNextPage && (
        <p className="more">
          <Button isBusy={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
            {words.team.more}
          </Button>
        </p>
      )}
    </>
  )
}

interface MemberRowProps {
  readonly membership: Membership
  readonly member: Member
  readonly isSelf: boolean
  readonly onFailure: (failure: Failure | undefined) => void
}

function MemberRow({ membership, member, isSelf, onFailure }: MemberRowProps) {
  const { accountId } = membership
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [, navigate] = useLocation()
  const { team } = words
  const isOwner = membership.role === 'owner'
  const renew = async (): Promise<void> => {
    if (isSelf) await client.invalidateQueries({ queryKey: ['session'] })
    await client.invalidateQueries({ queryKey: teamKey(accountId) })
  }
  const changeRole = async (role: Role): Promise<void> => {
    onFailure(undefined)
    try {
      await confirmed((once) => teamApi.changeRole(accountId, member.userId, role, once))
      await renew()
    } catch (error) {
      onFailure(toFailure(error))
    }
  }
  const drop = async (): Promise<void> => {
    await confirmed((once) =>
      isSelf ? teamApi.leave(accountId, once) : teamApi.remove(accountId, member.userId, once),
    )
    await renew()
    if (isSelf) navigate(routes.start)
  }
  return (
    <li className="key-row">
      <span className="release-text">
        <bdi className="release-title">{member.name}</bdi>
        <span className="small soft">
          <bdi>{member.email}</bdi> · {team.joined(formatAgo(member.joinedAt))}
        </span>
      </span>
      {isOwner ? (
        <select
          className="input role-choice"
          aria-label={team.roleOf(member.name)}
          value={member.role}
          onChange={({ currentTarget: { value } }) => void changeRole(value as Role)}
        >
          {(Object.keys(team.roles) as Role[]).map((role) => (
            <option key={role} value={role}>
              {team.roles[role]}
            </option>
          ))}
        </select>
      ) : (
        <span className="small soft">{team.roles[member.role]}</span>
      )}
      {(isOwner || isSelf) && (
        <span className="row key-actions">
          <Button aria-label={isSelf ? team.leave : team.removeOf(member.name)} onClick={() => setAsked(true)}>
            {isSelf ? team.leave : team.remove}
          </Button>
        </span>
      )}
      {isAsked && (
        <ConfirmDialog
          title={isSelf ? team.leaveTitle(membership.accountName) : team.removeTitle(member.name)}
          text={isSelf ? team.leaveText : team.removeText}
          action={isSelf ? team.leave : team.remove}
          onConfirm={drop}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}
