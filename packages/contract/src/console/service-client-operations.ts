import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { ClosedObject, Id, Nullable, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forOwners } from './console-operation.ts'
import { DisplayName } from './people-model.ts'

/** Service clients: systems of the account that get their tokens by themselves (client credentials, RFC 6749 section 4.4). */

export const ServiceClient = Type.Object({
  id: Id('cli'),
  name: Type.String({ maxLength: 200 }),
  createdAt: Timestamp,
  revokedAt: Nullable(Timestamp),
})
export type ServiceClient = Static<typeof ServiceClient>

export const listServiceClients = defineOperation({
  ...forOwners,
  id: 'listServiceClients',
  method: 'GET',
  path: `${accountPath}/service-clients`,
  summary: 'List the service clients of the account, newest first',
  params: accountParams,
  responses: {
    200: {
      schema: Type.Object({ data: Type.Array(ServiceClient, { maxItems: 1000 }) }),
      description: 'The newest thousand',
    },
  },
  errors: [],
})

export const createServiceClient = defineOperation({
  ...forOwners,
  id: 'createServiceClient',
  method: 'POST',
  path: `${accountPath}/service-clients`,
  summary: 'Make a service client',
  description: 'The secret is shown here and never again.',
  needsConfirmation: true,
  params: accountParams,
  body: ClosedObject({ name: DisplayName(['nightly import']) }),
  showsSecret: true,
  responses: {
    201: {
      schema: Type.Object({ clientId: Id('cli'), clientSecret: Type.String({ maxLength: 100 }) }),
      description: 'Its id and secret',
    },
  },
  errors: [],
})

export const revokeServiceClient = defineOperation({
  ...forOwners,
  id: 'revokeServiceClient',
  method: 'DELETE',
  path: `${accountPath}/service-clients/{clientId}`,
  summary: 'Revoke a service client',
  description: 'Final. Tokens it was given are refused within seconds.',
  needsConfirmation: true,
  params: Type.Object({ ...accountParams.properties, clientId: Id('cli') }),
  responses: { 204: { schema: null, description: 'It gets no token any more' } },
  notFound: 'service_client_not_found',
  errors: [],
})

/** The operations of this file. */
export const serviceClientOperations = [listServiceClients, createServiceClient, revokeServiceClient] as const
