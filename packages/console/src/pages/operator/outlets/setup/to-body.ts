import { genres } from '@spindle/contract/vocabulary'
import type { NewOutlet, OutletUpdate } from '../../../../data/api/operator-api.ts'
import type { Step } from './check-values.ts'
import {
  type ChangeableName,
  changeableNames,
  genreName,
  listOf,
  type OutletName,
  type OutletValues,
  profileOf,
  type TakesName,
} from './outlet-values.ts'

/** What is sent to the hub, and where its answers about it belong. */

export function toNewOutlet(values: OutletValues): NewOutlet {
  const { store, profile, choreography, takedownStyle } = values
  const body = {
    id: values.id.trim(),
    name: values.name.trim(),
    ...toPlace(values),
    messages: {
      store,
      recipients: toRecipients(values),
      profile,
      avsVersion: values.avsVersion.trim(),
      choreography,
      ...(takedownStyle !== '' && { takedownStyle }),
      askEverySeconds: Number(values.askEverySeconds),
      ...toChangeable(values, changeableNames),
    },
    takes: toTakes(values),
    genres: toGenres(values),
  }
  // Choices hold the words of the contract.
  return body as NewOutlet
}

function toPlace(values: OutletValues): Pick<NewOutlet, 'folder' | 'sftp' | 's3'> {
  const { kind, host, port, user, directory, hostKey, bucket, prefix, region, endpoint, accessKeyId } = values
  if (kind === 'folder') return { folder: { folder: values.folder.trim() } }
  if (kind === 's3')
    return {
      s3: {
        bucket: bucket.trim(),
        prefix: prefix.trim(),
        region: region.trim(),
        ...(endpoint.trim() !== '' && { endpoint: endpoint.trim() }),
        accessKeyId: accessKeyId.trim(),
        secretAccessKey: values.secretAccessKey,
      },
    }
  const server = { host: host.trim(), port: Number(port), user: user.trim(), directory: directory.trim() }
  return { sftp: { ...server, hostKey: hostKey.trim(), ...toSignIn(values) } }
}

const toSignIn = ({ password, privateKey }: Pick<OutletValues, 'password' | 'privateKey'>) => ({
  ...(password !== '' && { password }),
  // The text of a key ends with a line break, which a paste may lose.
  ...(privateKey.trim() !== '' && { privateKey: `${privateKey.trim()}\n` }),
})

const toRecipients = (values: OutletValues) => [
  { dpid: values.dpid.trim(), name: values.recipient.trim() },
  ...(profileOf(values).leastRecipients > 1 ? [{ dpid: values.dpid2.trim(), name: values.recipient2.trim() }] : []),
]

const flags: ReadonlySet<ChangeableName> = new Set(['acknowledges', 'isTest'])

const toChangeable = (values: OutletValues, names: readonly ChangeableName[]) =>
  Object.fromEntries(
    names.flatMap((name) =>
      values[name] === '' ? [] : [[name, flags.has(name) ? values[name] === 'true' : values[name]]],
    ),
  )

function toTakes({ models, uses, audio, mode, codes, leastCover }: OutletValues): NonNullable<NewOutlet['takes']> {
  const lists = Object.entries({ models, uses, audio }).filter(([, text]) => text !== '')
  const takes = {
    ...Object.fromEntries(lists.map(([name, text]) => [name, listOf(text)])),
    ...(mode !== 'worldwide' && { territories: { mode, codes: listOf(codes).map((code) => code.toUpperCase()) } }),
    ...(leastCover.trim() !== '' && { leastCover: Number(leastCover) }),
  }
  return takes as NonNullable<NewOutlet['takes']>
}

const toGenres = (values: OutletValues) =>
  genres.flatMap(({ code }) => {
    const name = values[genreName(code)]?.trim() ?? ''
    return name === '' ? [] : [{ code, name }]
  })

const takesNames: readonly TakesName[] = ['models', 'uses', 'audio', 'mode', 'codes', 'leastCover']

/** Only what differs from what is stored. Undefined if nothing does. */
export function toUpdate(values: OutletValues, stored: OutletValues): OutletUpdate | undefined {
  const differs = (name: OutletName): boolean => values[name] !== stored[name]
  const changed = changeableNames.filter(differs)
  const signIn = { ...(differs('hostKey') && { hostKey: values.hostKey.trim() }), ...toSignIn(values) }
  const { accessKeyId, secretAccessKey } = values
  const body = {
    ...(Object.keys(signIn).length > 0 && { sftp: signIn }),
    ...(secretAccessKey !== '' && { s3: { accessKeyId: accessKeyId.trim(), secretAccessKey } }),
    ...(changed.length > 0 && { messages: toChangeable(values, changed) }),
    ...(takesNames.some(differs) && { takes: toTakes(values) }),
    ...(genres.some(({ code }) => differs(genreName(code))) && { genres: toGenres(values) }),
  }
  return Object.keys(body).length === 0 ? undefined : (body as OutletUpdate)
}

const recipientNames: Readonly<Record<string, OutletName>> = {
  '': 'dpid',
  '/0/dpid': 'dpid',
  '/0/name': 'recipient',
  '/1/dpid': 'dpid2',
  '/1/name': 'recipient2',
}

/** The field for what the hub says about a member of the body. */
export function placeOf(pointer: string): OutletName | undefined {
  const [, group = '', member = '', rest = ''] = /^\/(\w+)(?:\/(\w+))?(.*)$/.exec(pointer) ?? []
  if (group === 'id' || group === 'name') return group
  if (group === 'messages') return member === 'recipients' ? recipientNames[rest] : (member as OutletName)
  if (group === 'takes') return member === 'territories' ? 'codes' : (member as OutletName)
  return ['folder', 'sftp', 's3'].includes(group) && member !== '' ? (member as OutletName) : undefined
}

/** The step that asks for what the hub refused. */
export function stepOf(pointer: string): Step | undefined {
  const [, group = ''] = /^\/(\w+)/.exec(pointer) ?? []
  if (group === 'messages' || group === 'takes') return group
  if (group === 'genres') return 'takes'
  return group === 'id' || group === 'name' ? 'store' : group === '' ? undefined : 'connection'
}
