import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Membership, Session } from '../../data/api/session-api.ts'
import { teamApi } from '../../data/api/team-api.ts'
import { RenameDialog } from '../../parts/dialogs/rename-dialog.tsx'
import { Button } from '../../parts/layout/button.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { useConfirmed } from '../../parts/sign-in/confirmation.tsx'
import { words } from '../../words/words.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'
import { ServiceClients } from './service-clients.tsx'

export interface TeamPageProps {
  readonly membership: Membership
  readonly userId: Session['user']['id']
}

/** The members of the account, the invited people, and the systems that sign in for it. */
export function TeamPage({ membership, userId }: TeamPageProps) {
  const [asked, setAsked] = useState<'invite' | 'rename'>()
  const client = useQueryClient()
  const confirmed = useConfirmed()
  const { team } = words
  const isOwner = membership.role === 'owner'
  const close = (): void => setAsked(undefined)
  const rename = async (name: string): Promise<void> => {
    await confirmed((once) => teamApi.rename(membership.accountId, name, once))
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  const actions = (
    <span className="row">
      <Button onClick={() => setAsked('rename')}>{team.rename}</Button>
      <Button look="primary" onClick={() => setAsked('invite')}>
        {team.invite}
      </Button>
    </span>
  )
  return (
    <Page title={team.title} actions={isOwner && actions}>
      <p className="soft">{team.lead}</p>
      {!isOwner && <RoleNotice membership={membership} what={team.manage} />}
      <MemberList membership={membership} userId={userId} />
      {isOwner && <InvitationList accountId={membership.accountId} />}
      {isOwner && <ServiceClients accountId={membership.accountId} />}
      {asked === 'invite' && <InviteDialog accountId={membership.accountId} onClose={close} />}
      {asked === 'rename' && (
        <RenameDialog
          title={team.rename}
          label={words.fields.labelName}
          field="name"
          name={membership.accountName}
          autoComplete="organization"
          onRename={rename}
          onClose={close}
        />
      )}
    </Page>
  )
}
