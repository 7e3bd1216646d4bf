import type { Static } from 'typebox'
import { defineOperation } from '../definition/operation.ts'
import { ClosedObject, Id, Nullable, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forOwners } from './console-operation.ts'
import { DisplayName } from './people-model.ts'

/** Service clients: systems of the account that get their own tokens (client credentials, RFC 6749 section 4.4). */

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
      description: 'At most the newest thousand',
    },
  },
  errors: [],
})

export const createServiceClient = defineOperation({
  ...forOwners,
  id: 'createServiceClient',
  method: 'POST',
  path: `${accountPath}/service-clients`,
  summary: 'Create a service client',
  description: 'The secret is shown only in this response.',
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
  description: 'This cannot be undone. Its tokens are refused within seconds.',
  needsConfirmation: true,
  params: Type.Object({ ...accountParams.properties, clientId: Id('cli') }),
  responses: { 204: { schema: null, description: 'The service client was revoked' } },
  notFound: 'service_client_not_found',
  errors: [],
})

/** The operations of this file. */
export const serviceClientOperations = [listServiceClients, createServiceClient, revokeServiceClient] as const
