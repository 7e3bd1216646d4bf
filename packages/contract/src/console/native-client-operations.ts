import type { Static } from 'typebox'
import { defineOperation } from '../definition/operation.ts'
import { ClosedObject, Id, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers } from './console-operation.ts'
import { DisplayName } from './people-model.ts'

/**
 * Native clients (RFC 8252): programs on a computer, without a public address. The client id is no secret and gives no
 * access: with it, a program can ask a member of the account.
 */

export const NativeClient = Type.Object({
  id: Id('nac'),
  name: Type.String({ maxLength: 200 }),
  madeBy: Type.Object({
    id: Id('usr'),
    name: Type.String({ maxLength: 200, description: 'The name at that time' }),
  }),
  createdAt: Timestamp,
})
export type NativeClient = Static<typeof NativeClient>

/** How many an account can have. */
export const maxNativeClients = 100

export const listNativeClients = defineOperation({
  ...forMembers,
  id: 'listNativeClients',
  method: 'GET',
  path: `${accountPath}/native-clients`,
  summary: 'List the client ids for programs on a computer, newest first',
  params: accountParams,
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(NativeClient), description: 'A page of native clients' } },
  errors: ['cursor_invalid'],
})

export const createNativeClient = defineOperation({
  ...forMembers,
  id: 'createNativeClient',
  method: 'POST',
  path: `${accountPath}/native-clients`,
  summary: 'Create a client id for a program on a computer',
  description:
    'The client is public and needs PKCE. Its redirect addresses are http on 127.0.0.1, [::1] or localhost, with any port and path. Only members of this account can let it act, and only in this account.',
  params: accountParams,
  body: ClosedObject({ name: DisplayName(['Claude on my laptop']) }),
  responses: { 201: { schema: NativeClient, description: 'The native client' } },
  errors: ['quota_exceeded'],
})

export const revokeNativeClient = defineOperation({
  ...forMembers,
  id: 'revokeNativeClient',
  method: 'DELETE',
  path: `${accountPath}/native-clients/{clientId}`,
  summary: 'Revoke a client id',
  description:
    'Members revoke the client ids that they created, owners revoke all. Every program that uses the client id is disconnected, for every member.',
  params: Type.Object({ ...accountParams.properties, clientId: Id('nac') }),
  responses: { 204: { schema: null, description: 'The client id was revoked; tokens of its programs are refused' } },
  notFound: 'native_client_not_found',
  errors: ['role_insufficient'],
})

/** The operations of this file. */
export const nativeClientOperations = [listNativeClients, createNativeClient, revokeNativeClient] as const
