import { AppError, type Permission, permissions, type Scope } from '@spindle/contract'
import type { AuthorizationRequest, OAuthResource } from '@spindle/contract/console'
import type Provider from 'oidc-provider'
import type { SessionPrincipal, UserPrincipal } from '../../../http/principal.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isForeignKeyViolation } from '../../../platform/database/postgres-errors.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { type AccountId, type Ids, isId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { programConnectedMail } from '../../mail/index.ts'
import type { PeopleFeature } from '../../people/index.ts'
import { grantSecondsOf } from './authorization-limits.ts'
import { commandLineClientId } from './command-line-client.ts'
import { insertConnection, nativeClientReference } from './connection-queries.ts'
import { findGrantable, parseRequestedScopes, resourceOfClient } from './requested-scopes.ts'

/**
 * What a person sees of a program's request, and the answer. The person is the one with the session: the library asks
 * with every request and remembers no person. The routes make sure that it is the browser in which the request began.
 */
export interface Consent {
  /** Throws `authorization_request_not_found`. */
  describe(uid: string, person: SessionPrincipal): Promise<AuthorizationRequest>
  /** Returns the address at which the browser continues. Throws `role_insufficient`, `permission_not_grantable`. */
  allow(uid: string, person: SessionPrincipal, answer: Allowed): Promise<string>
  refuse(uid: string): Promise<string>
}

export interface Allowed {
  readonly accountId: AccountId
  readonly permissions: readonly Permission[]
}

export interface ConsentOptions {
  readonly provider: () => Promise<Provider>
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly people: Pick<PeopleFeature, 'findMember' | 'listAccountsOf' | 'audit' | 'tell'>
  readonly accounts: Pick<Accounts, 'findName'>
  readonly publicUrl: string
}

type Interaction = InstanceType<Provider['Interaction']>

interface RequestingClient {
  readonly id: string
  readonly name: string
  /** The only account for which it may be allowed, if it is a native client. */
  readonly nativeAccountId: AccountId | undefined
}

interface OpenRequest {
  readonly provider: Provider
  readonly interaction: Interaction
  readonly client: RequestingClient
  readonly resource: OAuthResource
  /** As it was requested (RFC 8707). */
  readonly resourceUri: string
  readonly requested: readonly Scope[]
  readonly device: string | null
}

export function consentService({ provider: getProvider, ...options }: ConsentOptions): Consent {
  const { database, ids, clock, people, accounts, publicUrl: hubUrl } = options
  const open = async (uid: string): Promise<OpenRequest> => openRequest(await getProvider(), uid)

  const connect = async (request: OpenRequest, member: UserPrincipal, scopes: Scope[]): Promise<string> => {
    const grantId = await saveGrant(request, member, scopes)
    const { client, resource, device } = request
    const createdAt = new Date(clock.now())
    const row = {
      id: ids.make('con'),
      userId: member.id,
      grantId,
      clientId: client.id,
      clientName: client.name,
      nativeClientId: isId('nac', client.id) ? client.id : null,
      device,
      resource,
      scopes,
      createdAt,
      lastUsedAt: null,
      expiresAt: new Date(createdAt.getTime() + grantSecondsOf(resource) * 1000),
    }
    await database.tenantTransaction(member.accountId, async (trx) => {
      await insertConnection(trx, row).catch((error: unknown) => {
        // The client id was revoked while the person read the page.
        throw isForeignKeyViolation(error, nativeClientReference)
          ? new AppError('authorization_request_not_found')
          : error
      })
      await people.audit.recordForAccount(trx, {
        type: 'connection.allowed',
        actor: { type: 'user', id: member.id, name: member.name },
        data: { connection: row.id, client: client.id, name: client.name, scopes: scopes.join(' ') },
      })
      const accountName = await accounts.findName(trx)
      await people.tell(trx.transaction, member.id, {
        kind: 'program_connected',
        write: ({ name }) => programConnectedMail({ hubUrl, name, accountName, programName: client.name }),
      })
    })
    return grantId
  }

  return {
    async describe(uid, person) {
      const { interaction, client, resource, requested, device } = await open(uid)
      const accounts = await people.listAccountsOf(person.id)
      return {
        client: { id: client.id, name: client.name, isBuiltIn: client.id === commandLineClientId },
        device,
        returnsTo: new URL(String(interaction.params.redirect_uri)).host.slice(0, 300),
        resource,
        scopes: [...requested],
        expiresAt: new Date(interaction.exp * 1000).toISOString(),
        accounts: accounts.filter(isOpenTo(client)).map(({ accountId, accountName, role, scopes }) => ({
          accountId,
          accountName,
          role,
          grantable: [...findGrantable({ resource, requested }, scopes)],
        })),
      }
    },
    async allow(uid, person, { accountId, permissions: wanted }) {
      const request = await open(uid)
      const member = await people.findMember(person, accountId)
      if (!member || !isOpenTo(request.client)(member)) throw new AppError('not_found')
      requireGrantable(wanted, findGrantable(request, member.scopes), member)
      const chosen: Scope[] = permissions.filter((one) => wanted.includes(one))
      const grantId = await connect(request, member, request.resource === 'keys' ? ['keys:write', ...chosen] : chosen)
      return answer(request, { login: { accountId: person.id, remember: false }, consent: { grantId } })
    },
    refuse: async (uid) =>
      answer(await open(uid), { error: 'access_denied', error_description: 'The person denied the request' }),
  }
}

/** A native client belongs to an account, and acts in no other one. */
const isOpenTo =
  ({ nativeAccountId }: RequestingClient) =>
  ({ accountId }: { readonly accountId: AccountId }): boolean =>
    nativeAccountId === undefined || nativeAccountId === accountId

/** An answered request only waits for the browser to continue. */
async function openRequest(provider: Provider, uid: string): Promise<OpenRequest> {
  const interaction = await provider.Interaction.find(uid)
  if (!interaction || interaction.result) throw new AppError('authorization_request_not_found')
  const { client_id: id, scope, resource: uri, device_name: device } = interaction.params
  const client = await provider.Client.find(String(id))
  if (!client) throw new AppError('authorization_request_not_found')
  const resource = resourceOfClient(client.clientId)
  return {
    provider,
    interaction,
    client: {
      id: client.clientId,
      name: cleanName(client.clientName) ?? client.clientId.slice(0, 200),
      nativeAccountId: client.native_account_id as AccountId | undefined,
    },
    resource,
    resourceUri: String(uri),
    requested: parseRequestedScopes(resource, scope),
    device: cleanName(device) ?? null,
  }
}

/** The address at which the browser continues. */
async function answer({ interaction }: OpenRequest, result: NonNullable<Interaction['result']>): Promise<string> {
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}

async function saveGrant(
  { provider, client, resourceUri, requested }: OpenRequest,
  { id }: UserPrincipal,
  scopes: readonly Scope[],
): Promise<string> {
  const grant = new provider.Grant({ accountId: id, clientId: client.id })
  grant.addResourceScope(resourceUri, scopes.join(' '))
  // What was requested and not allowed is refused explicitly, or the library would ask again.
  const refused = requested.filter((one) => !scopes.includes(one))
  if (refused.length > 0) grant.rejectResourceScope(resourceUri, refused.join(' '))
  return grant.save()
}

function requireGrantable(
  wanted: readonly Permission[],
  grantable: readonly Permission[],
  { role }: UserPrincipal,
): void {
  if (grantable.length === 0)
    throw new AppError('role_insufficient', {
      detail: `Your role in this account is ${role}, which does not allow this. Ask an owner of the account.`,
      extensions: { role },
    })
  const refused = wanted.filter((one) => !grantable.includes(one))
  if (refused.length > 0)
    throw new AppError('permission_not_grantable', {
      detail: `You cannot grant ${refused.join(', ')} in this account.`,
      extensions: { grantable },
    })
}

/** A name that a program gives itself: one line of text, or nothing. */
function cleanName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const line = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return line === '' ? undefined : Array.from(line).slice(0, 200).join('')
}
