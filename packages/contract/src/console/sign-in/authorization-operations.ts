import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { permissions, scopes } from '../../definition/permissions.ts'
import { ClosedObject, Id, Nullable, OneOf, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forPeople } from '../console-operation.ts'
import { roles } from '../people-model.ts'

/**
 * A program requests to act for an account (RFC 6749 section 4.1), and a person decides on a page of the console. The
 * request is identified by its `uid`, and only for the browser that started it.
 */

/** What programs may be allowed to use: key management, or the tools of agents. */
export const oauthResources = ['keys', 'mcp'] as const
/** One of `oauthResources`. */
export type OAuthResource = (typeof oauthResources)[number]

/** What a program requests, and what this person could allow it in each account. */
export const AuthorizationRequest = Type.Object({
  client: Type.Object({
    id: Type.String({ maxLength: 2048 }),
    name: Type.String({ maxLength: 200, description: 'The name that the program gives itself' }),
    isBuiltIn: Type.Boolean({ description: 'The command line of this hub' }),
  }),
  device: Nullable(Type.String({ maxLength: 200, description: 'The device name that the program reports' })),
  returnsTo: Type.String({ maxLength: 300, description: 'The host that receives the response' }),
  resource: OneOf(oauthResources),
  scopes: Type.Array(OneOf(scopes), { maxItems: scopes.length }),
  expiresAt: Timestamp,
  accounts: Type.Array(
    Type.Object({
      accountId: Id('acc'),
      accountName: Type.String({ maxLength: 200 }),
      role: OneOf(roles),
      grantable: Type.Array(OneOf(permissions), {
        maxItems: permissions.length,
        description: 'The requested permissions that the person can grant there; empty if the role allows none',
      }),
    }),
    { maxItems: 10_000 },
  ),
})
export type AuthorizationRequest = Static<typeof AuthorizationRequest>

const params = Type.Object({ uid: Type.String({ pattern: '^[\\w-]{10,64}$', maxLength: 64 }) })
const answered = {
  200: {
    schema: Type.Object({ returnTo: Type.String({ format: 'uri', maxLength: 2048 }) }),
    description: 'Where the browser goes next, with the response for the program',
  },
}

export const getAuthorizationRequest = defineOperation({
  ...forPeople,
  id: 'getAuthorizationRequest',
  method: 'GET',
  path: '/console/api/authorize/{uid}',
  summary: 'Get the request of a program',
  params,
  responses: { 200: { schema: AuthorizationRequest, description: 'The request' } },
  notFound: 'authorization_request_not_found',
  errors: [],
})

export const allowAuthorization = defineOperation({
  ...forPeople,
  id: 'allowAuthorization',
  method: 'POST',
  path: '/console/api/authorize/{uid}/allow',
  summary: 'Let a program act for an account',
  needsConfirmation: true,
  params,
  body: ClosedObject({
    accountId: Id('acc'),
    permissions: Type.Array(OneOf(permissions), { minItems: 1, maxItems: permissions.length, uniqueItems: true }),
  }),
  responses: answered,
  notFound: 'authorization_request_not_found',
  errors: ['role_insufficient', 'permission_not_grantable'],
})

export const refuseAuthorization = defineOperation({
  ...forPeople,
  id: 'refuseAuthorization',
  method: 'POST',
  path: '/console/api/authorize/{uid}/refuse',
  summary: 'Deny the request of a program',
  params,
  responses: answered,
  notFound: 'authorization_request_not_found',
  errors: [],
})

/** A program that acts for the caller, in one account. */
export const Connection = Type.Object({
  id: Id('con'),
  client: Type.Object({
    id: Type.String({ maxLength: 2048 }),
    name: Type.String({ maxLength: 200, description: 'The name that the program gives itself' }),
  }),
  account: Type.Object({ id: Id('acc'), name: Type.String({ maxLength: 200 }) }),
  scopes: Type.Array(OneOf(scopes), { maxItems: scopes.length }),
  createdAt: Timestamp,
  lastUsedAt: Nullable({ ...Timestamp, description: 'When it last received a token; a token lasts ten minutes' }),
  expiresAt: Timestamp,
})
export type Connection = Static<typeof Connection>

export const listConnections = defineOperation({
  ...forPeople,
  id: 'listConnections',
  method: 'GET',
  path: '/console/api/connections',
  summary: 'List the programs that act for this person',
  responses: {
    200: { schema: Type.Object({ data: Type.Array(Connection, { maxItems: 1000 }) }), description: 'Newest first' },
  },
  errors: [],
})

export const endConnection = defineOperation({
  ...forPeople,
  id: 'endConnection',
  method: 'DELETE',
  path: '/console/api/connections/{connectionId}',
  summary: 'Disconnect a program',
  params: Type.Object({ connectionId: Id('con') }),
  responses: { 204: { schema: null, description: 'The program was disconnected; its tokens are refused' } },
  notFound: 'connection_not_found',
  errors: [],
})

const Address = Type.String({ format: 'uri', maxLength: 2048 })

/** What a program must know to connect to the tools of agents, for programs that do not find it themselves. */
export const ToolEndpoints = Type.Object({
  tools: { ...Address, description: 'The address of the tools (MCP), which is also the resource of the tokens' },
  issuer: Address,
  authorization: Address,
  token: Address,
  scopes: Type.Array(OneOf(permissions), { maxItems: permissions.length }),
})
export type ToolEndpoints = Static<typeof ToolEndpoints>

export const getToolEndpoints = defineOperation({
  ...forPeople,
  id: 'getToolEndpoints',
  method: 'GET',
  path: '/console/api/tool-endpoints',
  summary: 'Get the addresses by which programs connect to the tools',
  responses: {
    200: {
      schema: Type.Object({ endpoints: Nullable(ToolEndpoints) }),
      description: 'null if the operator has switched the tools off',
    },
  },
  errors: [],
})
