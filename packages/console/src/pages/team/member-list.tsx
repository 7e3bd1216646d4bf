import type { AccessChoice } from '@spindle/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Membership } from '../../data/api/session-api.ts'
import { type Member, type Role, teamApi, teamKey, useMembers } from '../../data/api/team-api.ts'
import { type Failure, toFailure } from '../../data/failure.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice, FailureText } from '../../parts/layout/notice.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { routes } from '../../routes.ts'
import { formatAgo, words } from '../../words/words.ts'
import { LoseRightsDialog } from './lose-rights-dialog.tsx'

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
  const [asked, setAsked] = useState<'remove' | Role>()
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const [, navigate] = useLocation()
  const { team } = words
  const isOwner = membership.role === 'owner'
  const renew = async (): Promise<void> => {
    if (isSelf) await client.invalidateQueries({ queryKey: ['session'] })
    await client.invalidateQueries({ queryKey: teamKey(accountId) })
  }
  const giveRole = async (role: Role, access: AccessChoice): Promise<void> => {
    await confirmed((once) =>
      teamApi.changeRole(accountId, member.userId, { role, ...(access === 'end' && { access }) }, once),
    )
    await renew()
  }
  const changeRole = async (role: Role): Promise<void> => {
    onFailure(undefined)
    if (isLower(role, member.role)) return setAsked(role)
    try {
      await giveRole(role, 'keep')
    } catch (error) {
      onFailure(toFailure(error))
    }
  }
  const drop = async (access: AccessChoice): Promise<void> => {
    await confirmed((once) =>
      isSelf ? teamApi.leave(accountId, once) : teamApi.remove(accountId, member.userId, access, once),
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
          <Button aria-label={isSelf ? team.leave : team.removeOf(member.name)} onClick={() => setAsked('remove')}>
            {isSelf ? team.leave : team.remove}
          </Button>
        </span>
      )}
      {asked !== undefined && (
        <MemberDialog
          asked={asked}
          membership={membership}
          member={member}
          isSelf={isSelf}
          onDrop={drop}
          onRole={giveRole}
          onClose={() => setAsked(undefined)}
        />
      )}
    </li>
  )
}

interface MemberDialogProps extends Pick<MemberRowProps, 'membership' | 'member' | 'isSelf'> {
  readonly asked: 'remove' | Role
  readonly onDrop: (access: AccessChoice) => Promise<void>
  readonly onRole: (role: Role, access: AccessChoice) => Promise<void>
  readonly onClose: () => void
}

/** Asks before a member leaves, is removed, or may do less. */
function MemberDialog({ asked, membership, member, isSelf, onDrop, onRole, onClose }: MemberDialogProps) {
  const { team } = words
  const about = { accountId: membership.accountId, userId: member.userId, onClose }
  if (asked !== 'remove')
    return (
      <LoseRightsDialog
        {...about}
        title={team.access.roleTitle(member.name, asked)}
        text={team.access.roleText}
        action={team.access.changeRole}
        onConfirm={(endsAccess) => onRole(asked, endsAccess ? 'end' : 'keep')}
      />
    )
  if (!isSelf)
    return (
      <LoseRightsDialog
        {...about}
        title={team.removeTitle(member.name)}
        text={team.removeText}
        action={team.remove}
        onConfirm={(endsAccess) => onDrop(endsAccess ? 'end' : 'keep')}
      />
    )
  return (
    <ConfirmDialog
      title={team.leaveTitle(membership.accountName)}
      text={team.leaveText}
      action={team.leave}
      onConfirm={() => onDrop('keep')}
      onClose={onClose}
    />
  )
}

const ranks: readonly Role[] = ['owner', 'manager', 'viewer']
const isLower = (role: Role, than: Role): boolean => ranks.indexOf(role) > ranks.indexOf(than)
