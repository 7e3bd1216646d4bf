import type { BodyOf, ResultOf } from '@spindle/contract'
import type {
  AccessChoice,
  ActivityEntry,
  ActivityKind,
  changeRole,
  Invitation,
  inviteMember,
  listServiceClients,
  Member,
  MemberAccess,
  NativeClient,
  Role,
  ServiceClient,
} from '@spindle/contract/console'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { consolePath } from '../addresses.ts'
import { isHearingChanges } from '../live-state.ts'
import { ask } from './session-api.ts'

/** The people and systems of an account, and what they did. */

export type { ActivityEntry, ActivityKind, Invitation, Member, NativeClient, Role, ServiceClient }
export type CreatedInvitation = ResultOf<typeof inviteMember>

interface PageOf<T> {
  readonly data: readonly T[]
  readonly page: { readonly nextCursor: string | null }
}

/** So that a write counts once, however often it is sent. */
interface Once {
  readonly idempotencyKey: string
}

const own = (accountId: string, path = ''): string => `/accounts/${encodeURIComponent(accountId)}${path}`

export const teamApi = {
  rename: (accountId: string, name: string, once: Once) => ask('PATCH', own(accountId), { name }, once),
  changeRole: (accountId: string, userId: string, change: BodyOf<typeof changeRole>, once: Once) =>
    ask<Member>('PATCH', own(accountId, `/members/${userId}`), change, once),
  remove: (accountId: string, userId: string, access: AccessChoice, once: Once) =>
    ask('DELETE', own(accountId, `/members/${userId}?access=${access}`), undefined, once),
  leave: (accountId: string, once: Once) => ask('DELETE', own(accountId, '/membership'), undefined, once),
  invite: (accountId: string, body: { readonly email: string; readonly role: Role }, once: Once) =>
    ask<CreatedInvitation>('POST', own(accountId, '/invitations'), body, once),
  withdraw: (accountId: string, id: string, once: Once) =>
    ask('DELETE', own(accountId, `/invitations/${id}`), undefined, once),
  createClient: (accountId: string, name: string, once: Once) =>
    ask<{ readonly clientId: string; readonly clientSecret: string }>(
      'POST',
      own(accountId, '/service-clients'),
      { name },
      once,
    ),
  revokeClient: (accountId: string, id: string, once: Once) =>
    ask('DELETE', own(accountId, `/service-clients/${id}`), undefined, once),
  createNativeClient: (accountId: string, name: string) =>
    ask<NativeClient>('POST', own(accountId, '/native-clients'), { name }),
  revokeNativeClient: (accountId: string, id: string) => ask('DELETE', own(accountId, `/native-clients/${id}`)),
}

const toQuery = (values: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  ).toString()

const usePages = <T>(key: readonly unknown[], path: string, isWanted = true) =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      ask<PageOf<T>>('GET', `${path}${path.includes('?') ? '&' : '?'}${toQuery({ limit: '50', cursor: pageParam })}`),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    enabled: isWanted,
  })

/** Everything the Team page shows. */
export const teamKey = (accountId: string) => ['team', accountId] as const

export const useMembers = (accountId: string) =>
  usePages<Member>([...teamKey(accountId), 'members'], own(accountId, '/members'))

export const useInvitations = (accountId: string, isWanted: boolean) =>
  usePages<Invitation>([...teamKey(accountId), 'invitations'], own(accountId, '/invitations'), isWanted)

export const useServiceClients = (accountId: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...teamKey(accountId), 'clients'],
    queryFn: () => ask<ResultOf<typeof listServiceClients>>('GET', own(accountId, '/service-clients')),
    enabled: isWanted,
  })

/** The client ids for programs on a computer. */
export const nativeClientsKey = (accountId: string) => ['native-clients', accountId] as const

export const useNativeClients = (accountId: string) =>
  usePages<NativeClient>(nativeClientsKey(accountId), own(accountId, '/native-clients'))

/** The names of the people whom a person with a smaller role can ask. */
export const useOwnerNames = (accountId: string): readonly string[] =>
  useQuery({
    queryKey: [...teamKey(accountId), 'owners'],
    queryFn: () => ask<PageOf<Member>>('GET', own(accountId, '/members?role=owner&limit=3')),
    staleTime: 5 * 60_000,
  }).data?.data.map(({ name }) => name) ?? []

export interface ActivityFilters {
  readonly actor?: string | undefined
  readonly kind?: ActivityKind | undefined
  readonly failures?: 'true' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What happened in the account, newest first. */
export const activityKey = (accountId: string) => ['activity', accountId] as const

export const useActivity = (accountId: string, filters: ActivityFilters) =>
  usePages<ActivityEntry>([...activityKey(accountId), filters], own(accountId, `/activity?${toQuery({ ...filters })}`))

const latelyRead = 50
const latelyShown = 6

/** The latest events; of a release only its current status. */
export const useLately = (accountId: string) =>
  useQuery({
    queryKey: [...activityKey(accountId), 'lately'],
    queryFn: async () => {
      const path = own(accountId, `/activity?brief=true&limit=${latelyRead}`)
      const { data } = await ask<PageOf<ActivityEntry>>('GET', path)
      const isNewest = ({ id, release }: ActivityEntry): boolean =>
        release === null || data.find((other) => other.release?.id === release.id)?.id === id
      return data.filter(isNewest).slice(0, latelyShown)
    },
    refetchInterval: () => (isHearingChanges() ? 60 : 10) * 1_000,
  })

export const activityExport = (accountId: string, filters: ActivityFilters, format: 'csv' | 'ndjson'): string =>
  `${consolePath}/api${own(accountId, `/activity/export?${toQuery({ ...filters, format })}`)}`

export const useMemberAccess = (accountId: string, userId: string) =>
  useQuery({
    queryKey: [...teamKey(accountId), 'access', userId],
    queryFn: () => ask<MemberAccess>('GET', own(accountId, `/members/${userId}/access`)),
    // Requested each time: it decides what a click ends.
    staleTime: 0,
  })
