import * as oauth from 'oauth4webapi'
import { allow, discover, insecure, type OpenedRequest, openRequest, prepareRequest } from './authorization.ts'
import type { TestPerson } from './people.ts'
import type { Team } from './shared-team.ts'

/** Programs that request access for a person of a team: the command line, and agents that the operator registered. */

export const unknownRequest = 'abcdefghijklmnopqrstu'
const redirectUri = 'http://127.0.0.1:49152/callback'

/** The request of the command line, opened in a browser. */
export async function openProgramRequest(
  { hub }: Team,
  { scope, device }: { readonly scope?: string; readonly device?: string } = {},
): Promise<OpenedRequest> {
  const { url } = await prepareRequest(await discover(hub), {
    ...(scope === undefined ? {} : { scope }),
    ...(device === undefined ? {} : { extra: { device_name: device } }),
  })
  return openRequest(hub, url)
}

export interface ConnectedAgent {
  readonly clientId: string
  /** Its token for the tools. */
  token(): Promise<string>
}

/** An agent that the person allowed to read music in the account of the team. */
export async function connectAgent({ hub, accountId }: Team, person: TestPerson): Promise<ConnectedAgent> {
  const { id: clientId } = await hub.hub.registeredClients.register('Night Agent', [redirectUri])
  const server = await discover(hub)
  const { url, verifier, state } = await prepareRequest(server, { clientId, redirectUri })
  const callback = await allow(hub, person, url, { accountId, permissions: ['music:read'] })
  return {
    clientId,
    async token() {
      const client = { client_id: clientId }
      const parameters = oauth.validateAuthResponse(server, client, callback, state)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirectUri,
        verifier,
        insecure,
      )
      return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token
    },
  }
}
