import type { Membership } from '../../data/api/session-api.ts'
import { ArtistPage } from './artist-page.tsx'
import { ArtistsPage } from './artists-page.tsx'
import { NewArtistPage } from './new-artist-page.tsx'

export interface ArtistPagesProps {
  readonly membership: Membership
  readonly partyId: string | undefined
}

/** All artists of an account, a new one, or one of them. */
export function ArtistPages({ membership, partyId }: ArtistPagesProps) {
  if (partyId === undefined) return <ArtistsPage membership={membership} />
  if (partyId === 'new') return <NewArtistPage membership={membership} />
  return <ArtistPage key={partyId} membership={membership} partyId={partyId} />
}
