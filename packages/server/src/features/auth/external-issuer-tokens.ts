import type { ClientPrincipal } from '../../http/principal.ts'
import type { Clock } from '../../platform/clock.ts'
import { lookupCache } from '../../platform/concurrency/lookup-cache.ts'
import { type AccountId, isId } from '../../platform/values/ids.ts'
import type { Accounts } from '../accounts/index.ts'
import { findGrantablePermissions } from './grantable-permissions.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import { findVerifiedClaims, parseScopes } from './verify-access-token.ts'

/** From a token of the configured outside issuer to its principal; the named claim says which account it acts for. */
export interface ExternalIssuerTokensOptions {
  readonly audience: string
  readonly accountClaim: string
  readonly accounts: Pick<Accounts, 'isKnown'>
  readonly issuerKeys: IssuerKeys
  readonly clock: Clock
}

const algorithms = ['EdDSA', 'ES256', 'PS256', 'RS256']
const accountTtlMs = 5_000
const maxAccounts = 1_000

export function externalIssuerTokens(
  options: ExternalIssuerTokensOptions,
): (token: string) => Promise<ClientPrincipal | undefined> {
  const { audience, accountClaim, accounts, issuerKeys, clock } = options
  const known = lookupCache<boolean>({ clock, ttlMs: accountTtlMs, maxEntries: maxAccounts })
  const findAccount = async (claim: unknown): Promise<AccountId | undefined> => {
    if (typeof claim !== 'string' || !isId('acc', claim)) return undefined
    return (await known.get(claim, () => accounts.isKnown(claim))) ? claim : undefined
  }
  return async (token) => {
    const { issuer, findKey } = await issuerKeys.get()
    const claims = await findVerifiedClaims(token, { issuer, audience, algorithms, findKey }, clock)
    const accountId = claims && (await findAccount(claims[accountClaim]))
    if (!claims || !accountId || !claims.sub) return undefined
    const permissions: unknown = claims.permissions
    const scopes = [...parseScopes(claims), ...(isTexts(permissions) ? permissions : [])]
    return {
      kind: 'client',
      id: claims.sub,
      accountId,
      scopes,
      grantable: findGrantablePermissions(scopes, permissions),
    }
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
