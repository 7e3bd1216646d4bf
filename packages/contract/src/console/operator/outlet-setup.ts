import type { Static } from 'typebox'
import { defineOperation, type Operation } from '../../definition/operation.ts'
import { territories } from '../../releases/release-parts.ts'
import { commercialModels, dealUses } from '../../releases/release-vocabulary.ts'
import {
  choreographies,
  ernProfiles,
  ernVersions,
  liveOnWords,
  manifestHashes,
  masterContainers,
  outletProfiles,
  resendFilesWords,
  takedownStyles,
  writeFilesWords,
} from '../../releases/store-words.ts'
import { ClosedObject, Nullable, OneOf, Text } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'

/**
 * Adding stores as outlets and changing them, for operators. Passwords and keys are only ever sent to the hub: no answer
 * has one.
 */

/** The fingerprint of a host key as OpenSSH prints it. */
export const hostKeyPattern = '^SHA256:[A-Za-z0-9+/]{43}$'

const folderMembers = {
  folder: Text(1000, {
    pattern: '^/',
    description: 'Absolute path on the machine of the hub',
    examples: ['/srv/shop'],
  }),
}
const host = Text(255, {
  pattern: '^[^\\s@/\\[\\]]+$',
  description: 'Name or address',
  examples: ['sftp.store.example'],
})
const port = Type.Integer({ minimum: 1, maximum: 65_535, examples: [22] })
const hostKey = Text(50, {
  pattern: hostKeyPattern,
  description: 'Fingerprint of the key of the server, as ssh-keygen -l prints it',
  examples: [`SHA256:${'k'.repeat(43)}`],
})
const sftpMembers = {
  host,
  port,
  user: Text(100, { pattern: '^[^\\s@:/]+$', examples: ['label'] }),
  directory: Text(1000, { description: 'From where the server lets the user in', examples: ['.'] }),
  hostKey,
}
const accessKeyId = Text(200, { pattern: '^\\S+$', description: 'Access key', examples: ['AKEXAMPLE'] })
const s3Members = {
  bucket: Text(63, { pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$', examples: ['deliveries'] }),
  prefix: Type.String({ maxLength: 900, pattern: '^\\S*$', description: 'In front of each name' }),
  region: Text(100, { pattern: '^\\S+$', examples: ['us-east-1'] }),
  endpoint: Type.Optional(
    Text(1000, { pattern: '^https?://[^\\s/]+', description: 'Address, if it is not that of AWS' }),
  ),
  accessKeyId,
}
/** Not looked at before it is stored: it may have any characters. */
const secret = (description: string) => Type.String({ minLength: 1, maxLength: 20_000, description })
const password = Type.Optional(secret('Password at the server'))
const privateKey = Type.Optional(secret('Private key, as ssh-keygen writes it, without a passphrase'))
const secretAccessKey = secret('Secret access key')

/** What can change after the outlet was added. */
const changeable = {
  ernVersion: Type.Optional(OneOf(ernVersions, { description: 'Version of ERN' })),
  manifestHash: Type.Optional(OneOf(manifestHashes, { description: 'Digest of the message in the end mark' })),
  acknowledges: Type.Optional(Type.Boolean({ description: 'The store sends acknowledgements' })),
  liveOn: Type.Optional(OneOf(liveOnWords, { description: 'When a release counts as live there' })),
  resendFiles: Type.Optional(OneOf(resendFilesWords, { description: 'When files are sent again' })),
  writeFiles: Type.Optional(OneOf(writeFilesWords, { description: 'When a file gets its name' })),
  isTest: Type.Optional(Type.Boolean({ description: 'Messages are marked as tests' })),
}
const fixed = {
  store: OneOf(outletProfiles, { description: 'The store that the messages are written for' }),
  recipients: Type.Array(
    ClosedObject({
      dpid: Text(40, { description: 'DDEX party identifier', examples: ['PADPIDA2014120301U'] }),
      name: Text(200, { pattern: '\\S', examples: ['Example Store'] }),
    }),
    { minItems: 1, maxItems: 5, description: 'Recipients of the messages' },
  ),
  profile: Type.Optional(OneOf(ernProfiles, { description: 'Profile of ERN' })),
  avsVersion: Type.Optional(Text(10, { pattern: '^\\S+$', description: 'Version of the allowed value sets' })),
  choreography: Type.Optional(OneOf(choreographies, { description: 'How messages are grouped' })),
  takedownStyle: Type.Optional(OneOf(takedownStyles, { description: 'How a takedown is written' })),
  askEverySeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 86_400, description: 'How often the hub looks for acknowledgements' }),
  ),
}

const takes = ClosedObject(
  {
    models: Type.Optional(Type.Array(OneOf(commercialModels), { minItems: 1, maxItems: 4 })),
    uses: Type.Optional(Type.Array(OneOf(dealUses), { minItems: 1, maxItems: 6 })),
    territories: Type.Optional(territories(ClosedObject)),
    audio: Type.Optional(Type.Array(OneOf(masterContainers), { minItems: 1, maxItems: 4 })),
    leastCover: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Pixels of the shorter side' })),
  },
  { description: 'What the store takes. Members that are absent are not limited' },
)
const genres = Type.Array(
  ClosedObject({
    code: Text(64, { examples: ['electronic'] }),
    name: Text(100, { pattern: '\\S', examples: ['Dance'] }),
  }),
  { maxItems: 500, description: 'Names of the store for genres. Empty: the store uses the usual names' },
)

const path = '/console/api/operator/outlets'
export const outletIdPattern = '^[a-z0-9][a-z0-9_-]{0,63}$'
const outletId = Text(64, {
  pattern: outletIdPattern,
  description: 'Lowercase letters, digits, - and _',
  examples: ['shop'],
})
const params = Type.Object({ outletId: Type.String({ pattern: outletIdPattern, maxLength: 64 }) })

/** A place without what opens it. Exactly one of them is not null. */
const place = {
  folder: Nullable(Type.Object(folderMembers)),
  sftp: Nullable(Type.Object(sftpMembers)),
  s3: Nullable(Type.Object(s3Members)),
  program: Nullable(
    Type.Object({
      program: Text(1000, { description: 'Absolute path. Only the command line adds and changes programs' }),
    }),
  ),
}

export const OutletSettings = Type.Object({
  id: outletId,
  name: Text(200),
  isPaused: Type.Boolean(),
  pausedReason: Nullable(
    Type.String({ maxLength: 500, description: 'Why the hub paused it; null if an operator did, or it is not paused' }),
  ),
  hasSecret: Type.Boolean({ description: 'A password, a private key or the secret of an access key is stored' }),
  signsInWith: Nullable(OneOf(['password', 'key', 'key_and_password'], { description: 'SFTP: what is stored' })),
  ...place,
  messages: Type.Object({
    store: fixed.store,
    recipients: Type.Array(Type.Object({ dpid: Text(40), name: Text(200) }), { maxItems: 5 }),
    profile: OneOf(ernProfiles),
    avsVersion: Text(10),
    choreography: OneOf(choreographies),
    takedownStyle: OneOf(takedownStyles),
    askEverySeconds: Type.Number({ minimum: 0 }),
    ernVersion: OneOf(ernVersions),
    manifestHash: OneOf(manifestHashes),
    acknowledges: Type.Boolean(),
    liveOn: OneOf(liveOnWords),
    resendFiles: OneOf(resendFilesWords),
    writeFiles: OneOf(writeFilesWords),
    isTest: Type.Boolean(),
  }),
  takes,
  genres,
})
export type OutletSettings = Static<typeof OutletSettings>

export const getHubOutlet = defineOperation({
  ...forOperators,
  id: 'getHubOutlet',
  method: 'GET',
  path: `${path}/{outletId}`,
  summary: 'Get the settings of an outlet that an operator added. Credentials are not shown',
  params,
  responses: { 200: { schema: OutletSettings, description: 'The settings' } },
  notFound: 'not_found',
  errors: [],
})

export const addOutlet = defineOperation({
  ...forOperators,
  id: 'addOutlet',
  method: 'POST',
  path,
  summary: 'Add a store that takes ERN packages. It is paused until it is resumed',
  needsConfirmation: true,
  body: ClosedObject({
    id: outletId,
    name: Text(200, { pattern: '\\S', description: 'Name of the store', examples: ['Example Store'] }),
    folder: Type.Optional(ClosedObject(folderMembers)),
    sftp: Type.Optional(ClosedObject({ ...sftpMembers, password, privateKey })),
    s3: Type.Optional(ClosedObject({ ...s3Members, secretAccessKey })),
    messages: ClosedObject({ ...fixed, ...changeable }),
    takes: Type.Optional(takes),
    genres: Type.Optional(genres),
  }),
  responses: { 201: { schema: OutletSettings, description: 'The outlet, which is paused' } },
  errors: [],
})

export const updateOutlet = defineOperation({
  ...forOperators,
  id: 'updateOutlet',
  method: 'PATCH',
  path: `${path}/{outletId}`,
  summary: 'Change how the hub signs in at an outlet, what its messages are like, and what it takes',
  needsConfirmation: true,
  params,
  body: ClosedObject({
    sftp: Type.Optional(ClosedObject({ hostKey: Type.Optional(hostKey), password, privateKey })),
    s3: Type.Optional(ClosedObject({ accessKeyId, secretAccessKey })),
    messages: Type.Optional(ClosedObject(changeable)),
    takes: Type.Optional(takes),
    genres: Type.Optional(genres),
  }),
  responses: { 200: { schema: OutletSettings, description: 'The settings. New messages use them' } },
  notFound: 'not_found',
  errors: [],
})

export const removeOutlet = defineOperation({
  ...forOperators,
  id: 'removeOutlet',
  method: 'DELETE',
  path: `${path}/{outletId}`,
  summary: 'Forget an outlet and its credentials, once no release is there any more',
  needsConfirmation: true,
  params,
  responses: { 204: { schema: null, description: 'The outlet is removed' } },
  notFound: 'not_found',
  errors: ['state_conflict'],
})

export const readHostKey = defineOperation({
  ...forOperators,
  id: 'readHostKey',
  method: 'POST',
  path: '/console/api/operator/host-key',
  summary: 'Get the host key that an SFTP server shows, without signing in. Takes at most 20 seconds',
  needsConfirmation: true,
  body: ClosedObject({ host, port }),
  responses: {
    200: {
      schema: Type.Object({
        hostKey: Nullable(hostKey),
        keyType: Nullable(Type.String({ maxLength: 64, description: 'Such as ssh-ed25519' })),
        problem: Nullable(
          Type.String({ maxLength: 1000, description: 'Why the hub could not get it; null if it did' }),
        ),
      }),
      description: 'The key, or why there is none',
    },
  },
  errors: [],
})

export const outletSetupOperations: readonly Operation[] = [
  getHubOutlet,
  addOutlet,
  updateOutlet,
  removeOutlet,
  readHostKey,
]
