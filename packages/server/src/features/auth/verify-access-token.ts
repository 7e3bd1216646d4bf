import { AppError } from '@spindle/contract'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { hasJwtSyntax } from './jwt-syntax.ts'
import { loadJose } from './load-jose.ts'
import { clockToleranceSeconds, maxTokenLifeSeconds } from './token-limits.ts'

/** What one issuer's access tokens must say (RFC 9068 section 4). */
export interface TokenRules {
  readonly issuer: string
  readonly audience: string | readonly string[]
  readonly algorithms: readonly string[]
  readonly findKey: JWTVerifyGetKey
}

/** The claims of a valid token, else undefined. Throws only what means "not now" (`database_unavailable` and the like). */
export async function findVerifiedClaims(
  token: string,
  rules: TokenRules,
  clock: Clock,
): Promise<JWTPayload | undefined> {
  if (!hasJwtSyntax(token)) return undefined
  const { jwtVerify } = await loadJose()
  try {
    const { payload } = await jwtVerify(token, rules.findKey, {
      issuer: rules.issuer,
      audience: [rules.audience].flat(),
      algorithms: [...rules.algorithms],
      typ: 'at+jwt',
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: maxTokenLifeSeconds,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      currentDate: new Date(clock.now()),
    })
    return hasBoundedLife(payload) ? payload : undefined
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  }
}

const hasBoundedLife = ({ iat, exp }: JWTPayload): boolean =>
  iat !== undefined && exp !== undefined && exp > iat && exp - iat <= maxTokenLifeSeconds

/** The scopes of the `scope` claim (RFC 8693 section 4.2), a text of names with blanks between. */
export const parseScopes = ({ scope }: JWTPayload): string[] =>
  typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []
