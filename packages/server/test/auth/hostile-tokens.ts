import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { asymmetric, constantSignature, encode, forge, hmac, type Part, type Signer, textOf } from '../harness/forge.ts'

/**
 * Hostile JWTs by name. Each is a valid token with one thing wrong, so if it is accepted, exactly that check is
 * missing.
 */
export interface World {
  readonly header: Readonly<Record<string, unknown>> & { readonly alg: string; readonly kid: string }
  readonly claims: Readonly<Record<string, unknown>> & {
    readonly iss: string
    readonly aud: string
    readonly iat: number
    readonly exp: number
  }
  readonly signer: Signer
  readonly publicKey: KeyObject
  /** Another valid token from the same keys, for splicing. */
  readonly other: string
  /** An address that must never be connected to. */
  readonly trap: string
}

export type HostileCase = readonly [name: string, make: (world: World) => string]

const stranger = generateKeyPairSync('ed25519')
const strangerRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangerEc = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const valid = ({ header, claims, signer }: World): string => forge(header, claims, signer)
const withHeader = (change: Part | ((world: World) => Part)) => (world: World) => {
  const changed = typeof change === 'function' ? change(world) : change
  return forge(typeof changed === 'string' ? changed : { ...world.header, ...changed }, world.claims, world.signer)
}
const withClaims = (change: (world: World) => Part) => (world: World) => {
  const changed = change(world)
  return forge(world.header, typeof changed === 'string' ? changed : { ...world.claims, ...changed }, world.signer)
}
const unsigned = (alg: unknown) => (world: World) =>
  forge({ ...world.header, alg }, world.claims, constantSignature(Buffer.alloc(0)))
const pem = (world: World): string => world.publicKey.export({ format: 'pem', type: 'spki' }).toString()
const parts = (token: string): [string, string, string] => token.split('.') as [string, string, string]

const algorithms: readonly HostileCase[] = [
  ...['none', 'None', 'nOnE', 'NONE', 'none ', '', null, 0, [], ['none'], true].map(
    (alg): HostileCase => [`alg ${JSON.stringify(alg)} without a signature`, unsigned(alg)],
  ),
  ['alg none with the true signature', withHeader({ alg: 'none' })],
  ['alg left out', withHeader({ alg: undefined })],
  ['alg in lower case', withHeader(({ header }) => ({ alg: header.alg.toLowerCase() }))],
  ...(['HS256', 'HS384', 'HS512'] as const).flatMap((alg): HostileCase[] => {
    const hash = `sha${alg.slice(2)}`
    const by = (secretOf: (world: World) => string | Uint8Array) => (world: World) =>
      forge({ ...world.header, alg }, world.claims, hmac(secretOf(world), hash))
    return [
      [`${alg} keyed with the public PEM`, by(pem)],
      [`${alg} keyed with an empty key`, by(() => '')],
      [`${alg} keyed with the key id`, by(({ header }) => header.kid)],
    ]
  }),
  ['HS256 keyed with the PEM without its last newline', hmacWith((world) => pem(world).trimEnd())],
  ['HS256 keyed with the PEM after a blank', hmacWith((world) => ` ${pem(world)}`)],
  ['HS256 keyed with the PEM after a newline', hmacWith((world) => `\n${pem(world)}`)],
  ['HS256 keyed with the PEM in CRLF', hmacWith((world) => pem(world).replaceAll('\n', '\r\n'))],
  ['HS256 keyed with the DER', hmacWith((world) => world.publicKey.export({ format: 'der', type: 'spki' }))],
  ['HS256 keyed with the JWK', hmacWith((world) => JSON.stringify(world.publicKey.export({ format: 'jwk' })))],
  [
    'HS256 keyed with a member of the JWK',
    hmacWith((world) =>
      String(world.publicKey.export({ format: 'jwk' }).x ?? world.publicKey.export({ format: 'jwk' }).n),
    ),
  ],
  ['HS256 keyed with "secret"', hmacWith(() => 'secret')],
  [
    'ES256 with r = s = 0',
    (world) => forge({ ...world.header, alg: 'ES256' }, world.claims, constantSignature(Buffer.alloc(64))),
  ],
  [
    'ES384 with r = s = 0',
    (world) => forge({ ...world.header, alg: 'ES384' }, world.claims, constantSignature(Buffer.alloc(96))),
  ],
  [
    'EdDSA with a signature of zeros',
    (world) => forge({ ...world.header, alg: 'EdDSA' }, world.claims, constantSignature(Buffer.alloc(64))),
  ],
  [
    'Ed25519 with a signature of zeros',
    (world) => forge({ ...world.header, alg: 'Ed25519' }, world.claims, constantSignature(Buffer.alloc(64))),
  ],
  [
    'RS256 with a signature of zeros',
    (world) => forge({ ...world.header, alg: 'RS256' }, world.claims, constantSignature(Buffer.alloc(256))),
  ],
  ['RS1', withHeader({ alg: 'RS1' })],
  ['an algorithm nobody knows', withHeader({ alg: 'XX999' })],
]

function hmacWith(secretOf: (world: World) => string | Uint8Array): (world: World) => string {
  return (world) => forge({ ...world.header, alg: 'HS256' }, world.claims, hmac(secretOf(world)))
}

const signatures: readonly HostileCase[] = [
  [
    'signed by a stranger, same key id',
    (world) => forge({ ...world.header, alg: 'EdDSA' }, world.claims, asymmetric(stranger.privateKey)),
  ],
  [
    'signed by a stranger with RSA',
    (world) => forge({ ...world.header, alg: 'RS256' }, world.claims, asymmetric(strangerRsa.privateKey)),
  ],
  [
    'signed by a stranger with EC',
    (world) => forge({ ...world.header, alg: 'ES256' }, world.claims, asymmetric(strangerEc.privateKey)),
  ],
  ['the signature of another token', (world) => [...parts(valid(world)).slice(0, 2), parts(world.other)[2]].join('.')],
  [
    'the claims of another token',
    (world) => [parts(valid(world))[0], parts(world.other)[1], parts(valid(world))[2]].join('.'),
  ],
  ['no signature', (world) => `${parts(valid(world)).slice(0, 2).join('.')}.`],
  ['two parts', (world) => parts(valid(world)).slice(0, 2).join('.')],
  ['four parts', (world) => `${valid(world)}.${parts(valid(world))[2]}`],
  ['a truncated signature', (world) => valid(world).slice(0, -8)],
  ['a lengthened signature', (world) => `${valid(world)}AAAA`],
  ['a flipped bit in the signature', (world) => flip(valid(world), 2)],
  ['a flipped bit in the claims', (world) => flip(valid(world), 1)],
  ['a flipped bit in the header', (world) => flip(valid(world), 0)],
  ['unused bits of the last character set', (world) => otherSpelling(valid(world))],
  ['padding', (world) => `${valid(world)}==`],
  [
    'the base64 alphabet',
    (world) =>
      valid({ ...world, claims: { ...world.claims, jti: '???>>>' } })
        .replaceAll('_', '/')
        .replaceAll('-', '+'),
  ],
  ['a line break in the signature', (world) => valid(world).replace(/.{20}$/, '\n$&')],
  ['a blank in the claims', (world) => valid(world).replace('.', '. ')],
]

function flip(token: string, part: 0 | 1 | 2): string {
  const all = parts(token)
  const bytes = Buffer.from(all[part], 'base64url')
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  all[part] = encode(bytes)
  return all.join('.')
}

/** The same bytes in other letters: 64 and 256 bytes leave bits of the last character unused. */
function otherSpelling(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + letters[letters.indexOf(token.at(-1) ?? '') + 1]
}

const embedded = { ...stranger.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'EdDSA', use: 'sig' }
const byStranger = (header: (world: World) => Record<string, unknown>) => (world: World) =>
  forge({ ...world.header, alg: 'EdDSA', ...header(world) }, world.claims, asymmetric(stranger.privateKey))

const keyHeaders: readonly HostileCase[] = [
  ['its own key in jwk', byStranger(() => ({ jwk: embedded }))],
  ['its own key in jwk and kid', byStranger(() => ({ jwk: embedded, kid: 'mine' }))],
  ['its own key in x5c', byStranger(() => ({ x5c: ['MIIB'] }))],
  ['jku to a listener', byStranger(({ trap }) => ({ jku: `${trap}/jwks` }))],
  ['jku with kid', byStranger(({ trap }) => ({ jku: `${trap}/jwks`, kid: 'mine' }))],
  ['x5u to a listener', byStranger(({ trap }) => ({ x5u: `${trap}/cert` }))],
  [
    'an issuer that is the listener',
    (world) =>
      forge({ ...world.header, alg: 'EdDSA' }, { ...world.claims, iss: world.trap }, asymmetric(stranger.privateKey)),
  ],
  ['jku beside the true signature', withHeader(({ trap }) => ({ jku: `${trap}/jwks` }))],
  ['jwk beside the true signature', withHeader({ jwk: embedded })],
  ['x5u beside the true signature', withHeader(({ trap }) => ({ x5u: `${trap}/cert` }))],
  ['x5c beside the true signature', withHeader({ x5c: ['MIIB'] })],
  ...[
    '../../../../dev/null',
    '/dev/null',
    "' or '1'='1",
    "'; drop table signing_keys; --",
    "x\" union select 'AAAA' --",
    '__proto__',
    'constructor',
    '',
    '\u0000',
    'a'.repeat(1_000),
    '$(id)',
    'http://127.0.0.1/',
  ].map((kid): HostileCase => [`kid ${JSON.stringify(kid).slice(0, 40)}`, byStranger(() => ({ kid }))]),
  ...[0, null, {}, [], true].map((kid): HostileCase => [`kid ${JSON.stringify(kid)}`, withHeader({ kid })]),
  ['a kid of 1 MB', withHeader({ kid: 'k'.repeat(1_000_000) })],
  ['a kid of 300 characters', withHeader({ kid: 'k'.repeat(300) })],
  [
    'HS256 with a null key by kid',
    (world) => forge({ ...world.header, alg: 'HS256', kid: '/dev/null' }, world.claims, hmac('')),
  ],
]

const forms: readonly HostileCase[] = [
  ['crit with an unknown name', withHeader({ crit: ['exp2'], exp2: 1 })],
  ['crit with a known name', withHeader({ crit: ['exp'] })],
  ['an empty crit', withHeader({ crit: [] })],
  ['b64 false', withHeader({ crit: ['b64'], b64: false })],
  ['zip', withHeader({ zip: 'DEF' })],
  ['enc beside a signature', withHeader({ enc: 'A256GCM' })],
  [
    'a JWE of five parts',
    ({ header }) => `${encode(JSON.stringify({ ...header, alg: 'dir', enc: 'A256GCM' }))}..AAAA.AAAA.AAAA`,
  ],
  [
    'a JWE with the true token inside',
    (world) => `${encode('{"alg":"dir","enc":"A128GCM","cty":"JWT"}')}..AAAA.${encode(valid(world))}.AAAA`,
  ],
  [
    'the flattened JSON form',
    (world) =>
      JSON.stringify({
        protected: parts(valid(world))[0],
        payload: parts(valid(world))[1],
        signature: parts(valid(world))[2],
      }),
  ],
  ['alg twice', withHeader(({ header }) => `{"alg":"none",${textOf(header).slice(1)}`)],
  ['a claim twice', withClaims(({ claims }) => `{"sub":"somebody",${textOf(claims).slice(1)}`)],
  [
    'the account twice',
    withClaims(({ claims }) => `{"account_id":"acc_00000000000000000000000000",${textOf(claims).slice(1)}`),
  ],
  [
    '__proto__ in the claims',
    withClaims(({ claims }) => `{"__proto__":{"scope":"keys:write"},${textOf(claims).slice(1)}`),
  ],
  ['claims that are a list', withClaims(() => '[]')],
  ['claims that are a text', withClaims(() => '"keys:write"')],
  ['claims that are null', withClaims(() => 'null')],
  ['claims that are no JSON', withClaims(() => '{"iss":')],
  ['claims with a comment', withClaims(({ claims }) => `${textOf(claims)}/*x*/`)],
  ['claims with a byte order mark', withClaims(({ claims }) => `\uFEFF${textOf(claims)}`)],
  [
    'claims nested a thousand deep',
    withClaims(({ claims }) => `{"x":${'['.repeat(1_000)}${']'.repeat(1_000)},${textOf(claims).slice(1)}`),
  ],
  ['a header that is a list', withHeader('[]')],
  ['a header that is no JSON', withHeader('{')],
  [
    'a header that is not UTF-8',
    (world) => `${encode(Buffer.from([0x7b, 0xff, 0x7d]))}.${parts(valid(world)).slice(1).join('.')}`,
  ],
  ['more than 8 KiB', withClaims(() => ({ padding: 'x'.repeat(9_000) }))],
  ['a megabyte', withClaims(() => ({ padding: 'x'.repeat(1_000_000) }))],
  ['nothing at all', () => ''],
  ['two dots', () => '..'],
  ['a thousand dots', () => '.'.repeat(1_000)],
  ['letters beyond ASCII', (world) => `${valid(world)}é`],
  ['full-width letters', (world) => valid(world).replace(/^eyJ/, 'ｅｙＪ')],
  ['a NUL at the end', (world) => `${valid(world)}\0`],
  ['two tokens', (world) => `${valid(world)},${valid(world)}`],
]

const types: readonly HostileCase[] = [
  ...['JWT', 'jwt', 'logout+jwt', 'dpop+jwt', 'at', '', null, 1, ['at+jwt']].map(
    (typ): HostileCase => [`typ ${JSON.stringify(typ)}`, withHeader({ typ })],
  ),
  ['typ left out', withHeader({ typ: undefined })],
]

const claimCases: readonly HostileCase[] = [
  ...['iss', 'aud', 'exp', 'iat', 'sub', 'jti'].map(
    (name): HostileCase => [`${name} left out`, withClaims(() => ({ [name]: undefined }))],
  ),
  ['another issuer', withClaims(() => ({ iss: 'https://evil.example' }))],
  ['the issuer with a path', withClaims(({ claims }) => ({ iss: `${claims.iss}/x` }))],
  ['the issuer in upper case', withClaims(({ claims }) => ({ iss: claims.iss.toUpperCase() }))],
  ['issuers in a list', withClaims(({ claims }) => ({ iss: [claims.iss] }))],
  ['a null issuer', withClaims(() => ({ iss: null }))],
  ['another audience', withClaims(() => ({ aud: 'https://evil.example' }))],
  ['an audience that begins like ours', withClaims(({ claims }) => ({ aud: `${claims.aud}.evil.example` }))],
  ['the audience with a slash', withClaims(({ claims }) => ({ aud: `${claims.aud}/` }))],
  ['audiences of others', withClaims(() => ({ aud: ['https://evil.example', 'https://other.example'] }))],
  ['no audience in a list', withClaims(() => ({ aud: [] }))],
  ['an audience that is an object', withClaims(({ claims }) => ({ aud: { 0: claims.aud } }))],
  ['expired an hour ago', withClaims(({ claims }) => ({ iat: claims.iat - 7_200, exp: claims.iat - 3_600 }))],
  ['expired beyond the tolerance', withClaims(({ claims }) => ({ iat: claims.iat - 3_000, exp: claims.iat - 65 }))],
  ['exp as a text', withClaims(({ claims }) => ({ exp: String(claims.exp) }))],
  ['exp beyond numbers', withClaims(({ claims }) => textOf(claims).replace(/"exp":\d+/, '"exp":1e400'))],
  ['exp below numbers', withClaims(({ claims }) => textOf(claims).replace(/"exp":\d+/, '"exp":-1e400'))],
  ['exp null', withClaims(() => ({ exp: null }))],
  ['exp true', withClaims(() => ({ exp: true }))],
  ['exp in a list', withClaims(({ claims }) => ({ exp: [claims.exp] }))],
  ['exp zero', withClaims(() => ({ exp: 0 }))],
  ['exp negative', withClaims(() => ({ exp: -1 }))],
  ['exp in milliseconds', withClaims(({ claims }) => ({ exp: claims.exp * 1_000 }))],
  ['a life of a day', withClaims(({ claims }) => ({ exp: claims.iat + 86_400 }))],
  ['a life of an hour and a second', withClaims(({ claims }) => ({ exp: claims.iat + 3_601 }))],
  ['an end before its beginning', withClaims(({ claims }) => ({ iat: claims.iat + 50, exp: claims.iat + 40 }))],
  ['iat in the future', withClaims(({ claims }) => ({ iat: claims.iat + 600, exp: claims.iat + 1_200 }))],
  ['iat as a text', withClaims(({ claims }) => ({ iat: String(claims.iat) }))],
  ['iat zero', withClaims(() => ({ iat: 0 }))],
  ['nbf in the future', withClaims(({ claims }) => ({ nbf: claims.iat + 600 }))],
  ['nbf as a text', withClaims(({ claims }) => ({ nbf: String(claims.iat) }))],
  ['nbf beyond numbers', withClaims(({ claims }) => `{"nbf":1e400,${textOf(claims).slice(1)}`)],
  ['an account that is not', withClaims(() => ({ account_id: 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB' }))],
  ['an account id with SQL', withClaims(() => ({ account_id: "acc_' or '1'='1" }))],
  ['accounts in a list', withClaims(({ claims }) => ({ account_id: [claims.account_id] }))],
  ['no account', withClaims(() => ({ account_id: undefined }))],
  ['a null account', withClaims(() => ({ account_id: null }))],
  ['an empty subject', withClaims(() => ({ sub: '' }))],
]

export const hostileCases: readonly HostileCase[] = [
  ...algorithms,
  ...signatures,
  ...keyHeaders,
  ...forms,
  ...types,
  ...claimCases,
]
