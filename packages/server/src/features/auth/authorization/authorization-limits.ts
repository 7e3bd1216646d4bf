import type { OAuthResource } from '@spindle/contract/console'

/** How long the steps of an authorization last, in seconds. */

/** From the request to the person's answer. */
export const requestLifeSeconds = 600
/** From the answer to the exchange of the code. */
export const codeLifeSeconds = 60
/** A person's token: long enough to make a key, or for a few calls of an agent. */
export const personTokenLifeSeconds = 600
/** What `spindle` was allowed: the code, its token, and the tolerance of clocks. */
export const commandLineGrantSeconds = codeLifeSeconds + personTokenLifeSeconds + 60
/** An agent that is not used for so long must ask the person again. */
export const refreshTokenLifeSeconds = 30 * 86_400
/** And after so long in any case. */
export const agentGrantSeconds = 180 * 86_400

export const grantSecondsOf = (resource: OAuthResource): number =>
  resource === 'keys' ? commandLineGrantSeconds : agentGrantSeconds
