import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { Type } from '../../schema/type.ts'

/** Result of the verification (interface 2.1): exactly these four members. */
export const VerificationResult = Type.Object(
  {
    ok: Type.Literal(true, { description: 'Always true' }),
    service: Type.String({ maxLength: 200, description: 'Constant identifying the service' }),
    integration: Type.String({ maxLength: 200, description: 'Constant identifying the integration' }),
    property: Type.String({ maxLength: 64, description: 'Identifier of the matched property' }),
  },
  { additionalProperties: false },
)
export type VerificationResult = Static<typeof VerificationResult>

export const verifyIntegration = defineOperation({
  id: 'verifyIntegration',
  method: 'GET',
  path: '/api/integration/verify',
  summary: 'Verify an integration token',
  description:
    'Confirms the integration token and returns the property it belongs to. Tokens are provisioned out-of-band.',
  tag: 'Integration',
  auth: 'integrationToken',
  responses: { 200: { schema: VerificationResult, description: 'The token is valid' } },
  errors: ['invalid_request'],
})

/** Registration refusal (interface 2.2): the answer of `POST /api/agent/auth`, whatever the request. */
export const RegistrationRefusal = Type.Object(
  {
    error: Type.Literal('not_implemented', { description: 'Always not_implemented' }),
    message: Type.String({ maxLength: 1000, description: 'Says that tokens are provisioned out-of-band, for people' }),
    auth_md: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'URL of auth.md: how to get and use a credential',
    }),
  },
  { additionalProperties: false },
)
export type RegistrationRefusal = Static<typeof RegistrationRefusal>

/** The `message` of the refusal (interface 2.2): that tokens are provisioned out-of-band. */
export const registrationRefusalMessage =
  'Integration tokens are provisioned out-of-band by the operator of this hub. Dynamic registration is not supported. A person can request access on the contact page. A member of an account can create a client id for a program in the console.'

export const registerAgent = defineOperation({
  id: 'registerAgent',
  method: 'POST',
  path: '/api/agent/auth',
  summary: 'Dynamic registration (always refused)',
  description:
    'Integration tokens are provisioned out-of-band. This endpoint always answers 501, whatever the request.',
  tag: 'Integration',
  auth: 'none',
  responses: { 501: { schema: RegistrationRefusal, description: 'Registration is not supported' } },
  errors: [],
})

/** The operations of this file. */
export const integrationOperations = [verifyIntegration, registerAgent] as const
