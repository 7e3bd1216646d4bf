import type { Party, PartyPatch } from '@spindle/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { hubOf } from '../../data/api/hub.ts'
import type { Membership } from '../../data/api/session-api.ts'
import { partiesKey, partyKey, useParty } from '../../data/queries/party-queries.ts'
import { DeleteButton } from '../../parts/dialogs/delete-button.tsx'
import { FailureNotice, Notice } from '../../parts/layout/notice.tsx'
import { Page } from '../../parts/layout/page.tsx'
import { Skeleton } from '../../parts/layout/skeleton.tsx'
import { RoleNotice } from '../../parts/role-notice.tsx'
import { pathOf } from '../../routes.ts'
import { artistWords as texts } from '../../words/catalog/artist-words.ts'
import { words } from '../../words/words.ts'
import { ArtistForm } from './artist-form.tsx'
import { ArtistReleases } from './artist-releases.tsx'
import { MergeArtist } from './merge-artist.tsx'

export interface ArtistPageProps {
  readonly membership: Membership
  readonly partyId: string
}

/** One artist: its names and identifiers, to change, merge or delete, and the releases that name it. */
export function ArtistPage({ membership, partyId }: ArtistPageProps) {
  const { accountId, role } = membership
  const party = useParty(accountId, partyId)
  const mayChange = role !== 'viewer'
  return (
    <Page
      title={party.data?.name ?? words.nav.artists}
      actions={mayChange && party.data && <DeleteArtist accountId={accountId} party={party.data} />}
    >
      <p className="small">
        <Link href={pathOf('artists', { accountId })}>{texts.back}</Link>
      </p>
      {party.error && <FailureNotice error={party.error} onRetry={() => void party.refetch()} />}
      {party.isPending && <Skeleton rows={6} />}
      {!mayChange && <RoleNotice membership={membership} what={texts.viewer} />}
      {party.data && <OpenArtist accountId={accountId} party={party.data} mayChange={mayChange} />}
    </Page>
  )
}

interface OpenArtistProps {
  readonly accountId: string
  readonly party: Party
  readonly mayChange: boolean
}

function OpenArtist({ accountId, party, mayChange }: OpenArtistProps) {
  const client = useQueryClient()
  const [said, setSaid] = useState<string>()
  const save = async (patch: object): Promise<void> => {
    setSaid(undefined)
    client.setQueryData(
      partyKey(accountId, party.id),
      await hubOf(accountId).parties.update(party.id, patch as PartyPatch),
    )
    void client.invalidateQueries({ queryKey: partiesKey(accountId) })
    setSaid(texts.saved)
  }
  return (
    <>
      {said !== undefined && (
        <Notice tone="good" isAlert>
          <p>{said}</p>
        </Notice>
      )}
      <ArtistForm
        // What the hub wrote in another way is shown so.
        key={party.updatedAt}
        accountId={accountId}
        party={party}
        action={mayChange ? texts.save : undefined}
        onSave={save}
      />
      {mayChange && (
        <div className="row">
          <MergeArtist accountId={accountId} party={party} onMerged={() => setSaid(texts.merge.done)} />
        </div>
      )}
      <ArtistReleases accountId={accountId} partyId={party.id} />
    </>
  )
}

function DeleteArtist({ accountId, party }: { readonly accountId: string; readonly party: Party }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <DeleteButton
      title={texts.deleteTitle(party.name)}
      text={texts.deleteText}
      action={texts.delete}
      onConfirm={async () => {
        await hubOf(accountId).parties.delete(party.id)
        client.removeQueries({ queryKey: partiesKey(accountId) })
        navigate(pathOf('artists', { accountId }))
      }}
    />
  )
}
