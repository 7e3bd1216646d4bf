import type { BodyOf } from '@spindle/contract'
import type { IdentityItem, NoticeChoices, PasskeyItem, SessionItem, setNoticeChoices } from '@spindle/contract/console'
import { useQuery } from '@tanstack/react-query'
import { ask, type LeftForOutside, type PasskeyQuestion, type Session } from './session-api.ts'

/** What people change about themselves. */

export type { IdentityItem, PasskeyItem, SessionItem }

export const meApi = {
  update: (body: { readonly name: string; readonly email: string }) => ask<Session>('PATCH', '/me', body),
  setNotices: (change: BodyOf<typeof setNoticeChoices>) => ask<NoticeChoices>('PATCH', '/me/notices', change),
  setPassword: (password: string) => ask('POST', '/me/password', { password }),
  beginPasskey: () => ask<PasskeyQuestion>('POST', '/me/passkeys/begin'),
  addPasskey: (label: string, credential: object) => ask<PasskeyItem>('POST', '/me/passkeys', { label, credential }),
  renamePasskey: (id: string, label: string) => ask<PasskeyItem>('PATCH', `/me/passkeys/${id}`, { label }),
  deletePasskey: (id: string) => ask('DELETE', `/me/passkeys/${id}`),
  beginIdentity: () => ask<LeftForOutside>('POST', '/me/identities/begin'),
  addIdentity: (answer: string) => ask<IdentityItem>('POST', '/me/identities', { answer }),
  deleteIdentity: (id: string) => ask('DELETE', `/me/identities/${id}`),
  endSession: (id: string) => ask('DELETE', `/sessions/${id}`),
  endOtherSessions: () => ask('DELETE', '/sessions'),
}

export const passkeysKey = ['passkeys'] as const
export const identitiesKey = ['identities'] as const
export const sessionsKey = ['sessions'] as const
export const noticesKey = ['notices'] as const

export const useNotices = () =>
  useQuery({ queryKey: noticesKey, queryFn: () => ask<NoticeChoices>('GET', '/me/notices') })

export const usePasskeys = () =>
  useQuery({
    queryKey: passkeysKey,
    queryFn: () => ask<{ readonly data: readonly PasskeyItem[] }>('GET', '/me/passkeys'),
  })

export const useIdentities = () =>
  useQuery({
    queryKey: identitiesKey,
    queryFn: () => ask<{ readonly data: readonly IdentityItem[] }>('GET', '/me/identities'),
  })

export const useSessions = () =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: () => ask<{ readonly data: readonly SessionItem[] }>('GET', '/sessions'),
  })
