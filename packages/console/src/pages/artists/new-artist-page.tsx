import type { NewParty } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { partiesKey } from '../../data/queries/party-queries.ts'
import { Page } from '../../parts/layout/page.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { artistWords as texts } from '../../words/catalog/artist-words.ts'
import { ArtistForm } from './artist-form.tsx'

export function NewArtistPage({ membership }: { readonly membership: Membership }) {
  const { accountId, role } = membership
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const create = async (body: object): Promise<void> => {
    await hubOf(accountId).parties.create(body as NewParty)
    void client.invalidateQueries({ queryKey: partiesKey(accountId) })
    navigate(pathOf('artists', { accountId }))
  }
  return (
    <Page title={texts.make}>
      <p className="small">
        <Link href={pathOf('artists', { accountId })}>{texts.back}</Link>
      </p>
      {role === 'viewer' ? (
        <RoleNotice membership={membership} what={texts.viewer} />
      ) : (
        <ArtistForm accountId={accountId} party={undefined} action={texts.create} onSave={create} />
      )}
    </Page>
  )
}
