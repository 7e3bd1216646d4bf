import { environmentFetch } from '@spindle/client/node'
import { outsideReturnPath } from '@spindle/contract/console'
import type * as openid from 'openid-client'
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client'
import type { ProviderSettings } from '../../../config/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readBody } from '../../../platform/files/read-body.ts'
import type { ProviderFailures } from './provider-failures.ts'
import type { Claims } from './stated-person.ts'

/**
 * The outside OpenID provider: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0; RFC 9700), by
 * openid-client, which is loaded with the first request. Signatures are checked, although the token comes directly from
 * the provider. Answers have limits of size and time; tokens are discarded once they were read.
 */
export interface OutsideProvider {
  /** The address to which the browser goes. Throws `provider_unavailable`. */
  makeAddress(secrets: RequestSecrets, question: Question): Promise<string>
  /** The identity that the provider stated. Throws `outside_sign_in_refused`, `provider_unavailable`. */
  readAnswer(answer: string, request: AnsweredRequest): Promise<StatedClaims>
}

export interface RequestSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Question {
  /** Requests the credentials even if the provider has a session. */
  readonly asksAgain: boolean
  /** The answer must prove that the person was asked to sign in. */
  readonly isFresh: boolean
}

export interface AnsweredRequest {
  readonly secrets: RequestSecrets
  readonly begunAt: Date
  /** The person must have signed in there since the request began. */
  readonly isFresh: boolean
}

export interface StatedClaims {
  readonly subject: string
  /** The ID token, and the userinfo when the token has too little. */
  readonly sources: readonly Claims[]
}

export interface OutsideProviderOptions {
  readonly settings: ProviderSettings
  readonly publicUrl: string
  readonly failures: ProviderFailures
  readonly clock: Clock
  readonly timeoutMs: number
}

type Library = typeof openid

const maxAnswerBytes = 256 * 1024
const renewMs = 60 * 60_000

export function outsideProvider(options: OutsideProviderOptions): OutsideProvider {
  const { settings, publicUrl, failures, clock } = options
  const returnAddress = `${publicUrl}${outsideReturnPath}`
  let opened: { readonly configuration: Promise<Configuration>; readonly atMs: number } | undefined
  const open = (library: Library): Promise<Configuration> => {
    if (opened && clock.now() < opened.atMs + renewMs) return opened.configuration
    const configuration = discover(library, options).catch((error: unknown) => {
      // The next request tries again.
      opened = undefined
      throw failures.toUnavailable(error)
    })
    opened = { configuration, atMs: clock.now() }
    return configuration
  }
  const ask = async <T>(work: (library: Library, configuration: Configuration) => Promise<T>): Promise<T> => {
    const library = await import('openid-client')
    const configuration = await open(library)
    return work(library, configuration).catch((error: unknown) => {
      throw failures.toRefusal(error)
    })
  }
  return {
    makeAddress: ({ state, nonce, verifier }, { asksAgain, isFresh }) =>
      ask(async (library, configuration) => {
        const challenge = await library.calculatePKCECodeChallenge(verifier)
        const address = library.buildAuthorizationUrl(configuration, {
          redirect_uri: returnAddress,
          scope: scopesFor(settings, configuration).join(' '),
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...((asksAgain || isFresh) && { prompt: 'login' }),
          ...(isFresh && { max_age: '0' }),
        })
        return address.href
      }),
    readAnswer: (answer, { secrets: { state, nonce, verifier }, begunAt, isFresh }) =>
      ask(async (library, configuration) => {
        const address = new URL(returnAddress)
        address.search = answer
        const tokens = await library.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(isFresh && { maxAge: Math.ceil((clock.now() - begunAt.getTime()) / 1000) }),
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('The library let an answer without an ID token pass')
        const subject = claims.sub
        const isEnough = claimsFor(settings).every((name) => name in claims)
        if (isEnough || configuration.serverMetadata().userinfo_endpoint === undefined)
          return { subject, sources: [claims] }
        return { subject, sources: [claims, await library.fetchUserInfo(configuration, tokens.access_token, subject)] }
      }),
  }
}

/** Its metadata. Throws the errors of the library, and one for another issuer than that of the settings. */
export async function discover(
  library: Library,
  { settings: { issuer, clientId, clientSecret }, timeoutMs }: Pick<OutsideProviderOptions, 'settings' | 'timeoutMs'>,
): Promise<Configuration> {
  const address = new URL(`${issuer}/.well-known/openid-configuration`)
  const configuration = await library.discovery(
    address,
    clientId,
    { client_secret: clientSecret },
    secretAuthentication(library, clientSecret),
    {
      [library.customFetch]: fetchBounded,
      timeout: timeoutMs / 1000,
      execute: [
        library.enableNonRepudiationChecks,
        // The configuration allows http only for this machine.
        ...(address.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    },
  )
  // The settings have no slash at the end, but some issuers do.
  if (configuration.serverMetadata().issuer.replace(/\/+$/, '') !== issuer)
    throw Object.assign(new Error('The metadata is of another issuer'), { code: 'OTHER_ISSUER' })
  return configuration
}

/** OpenID Connect Core section 9: in the header unless the provider supports only the body. */
function secretAuthentication(library: Library, secret: string): ClientAuth {
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** The claims that a decision needs. */
const claimsFor = ({ allow }: ProviderSettings): string[] => [
  'email',
  'email_verified',
  ...allow.flatMap((rule) => (rule.kind === 'claim' ? [rule.claim] : [])),
]

/** Some providers return a claim such as `groups` only with the scope of that name. */
function scopesFor(settings: ProviderSettings, configuration: Configuration): string[] {
  const known = configuration.serverMetadata().scopes_supported ?? []
  return [
    'openid',
    'email',
    'profile',
    ...claimsFor(settings).filter((claim) => claim !== 'email' && known.includes(claim)),
  ]
}

/** An answer is read completely before it is parsed, so that time and size are limited in one place. */
async function fetchBounded(url: string, { body: content = null, ...init }: CustomFetchOptions): Promise<Response> {
  const response = await environmentFetch(url, { ...init, body: content })
  const { status, statusText, headers } = response
  const body = await readBody(response, maxAnswerBytes)
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, statusText, headers })
}
