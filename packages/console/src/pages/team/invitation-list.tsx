import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, teamApi, teamKey, useInvitations } from '../../data/api/team-api.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { FailureNotice } from '../../parts/layout/notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { formatAgo, words } from '../../words/words.ts'

/** Invitations that are not used yet. */
export function InvitationList({ accountId }: { readonly accountId: string }) {
  const invitations = useInvitations(accountId, true)
  const [asked, setAsked] = useState<Invitation>()
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { team } = words
  if (invitations.error) return <FailureNotice error={invitations.error} onRetry={() => void invitations.refetch()} />
  const rows = invitations.data?.pages.flatMap(({ data }) => data) ?? []
  if (rows.length === 0) return null
  const withdraw = async ({ id }: Invitation): Promise<void> => {
    await confirmed((once) => teamApi.withdraw(accountId, id, once))
    await client.invalidateQueries({ queryKey: teamKey(accountId) })
  }
  return (
    <section className="stack">
      <h2>{team.invitations}</h2>
      <ul className="card rows">
        {rows.map((invitation) => (
          <li key={invitation.id} className="key-row">
            <span className="release-text">
              <bdi className="release-title">{invitation.email}</bdi>
              <span className="small soft">
                {team.roles[invitation.role]} · {team.ends(formatAgo(invitation.expiresAt))}
              </span>
            </span>
            <Button aria-label={team.withdrawOf(invitation.email)} onClick={() => setAsked(invitation)}>
              {team.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {invitations.hasNextPage && (
        <p className="more">
          <Button isBusy={invitations.isFetchingNextPage} onClick={() => void invitations.fetchNextPage()}>
            {team.more}
          </Button>
        </p>
      )}
      {asked && (
        <ConfirmDialog
          title={team.withdrawTitle(asked.email)}
          text={team.withdrawText}
          action={team.withdraw}
          onConfirm={() => withdraw(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}
