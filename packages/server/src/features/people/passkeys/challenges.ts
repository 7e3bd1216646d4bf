import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { makeToken, tokenDigest } from '../opaque-token.ts'
import { type ChallengeRow, insertChallenge, useChallenge } from './passkey-queries.ts'
import { findChallenge, refused } from './webauthn.ts'

/** The challenges for passkeys: each is made by the hub, kept as a digest for five minutes, and answered once. */
export interface Challenges {
  ask(about: About): Promise<string>
  /** The challenge that is answered; throws `passkey_refused` unless it was made for this purpose. */
  answered(about: Omit<About, 'newUser'>, presented: Presented): Promise<Answered>
}

type About = Pick<ChallengeRow, 'kind' | 'userId'> & Partial<Pick<ChallengeRow, 'newUser'>>

interface Answered extends Pick<ChallengeRow, 'newUser'> {
  readonly challenge: string
}

/** The browser's answer, validated as far as the schema can. */
export interface Presented {
  readonly id: string
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: string | null | undefined }
}

const lifeMs = 5 * 60_000

export const passkeyChallenges = ({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Challenges => ({
  async ask({ kind, userId, newUser = null }) {
    const challenge = makeToken()
    const expiresAt = new Date(clock.now() + lifeMs)
    await insertChallenge(database.system, { sha256: tokenDigest(challenge), kind, userId, newUser, expiresAt })
    return challenge
  },
  async answered({ kind, userId }, presented) {
    const challenge = findChallenge(presented.response.clientDataJSON)
    if (challenge === undefined) throw refused()
    const now = new Date(clock.now())
    const asked = await useChallenge(database.system, { sha256: tokenDigest(challenge), kind, userId, now })
    if (!asked) throw refused()
    return { challenge, newUser: asked.newUser }
  },
})
