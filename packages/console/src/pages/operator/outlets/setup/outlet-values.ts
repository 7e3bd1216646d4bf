import { genres, type OutletProfile, storeProfiles, usualStore } from '@spindle/contract/vocabulary'
import type { OutletSettings } from '../../../../data/api/operator-api.ts'
import type { Form, Problems, Values } from '../../../../parts/forms/use-form.ts'

/** What the forms of a store hold, as text. An empty choice means what is usual for the store. */

const placeNames = [
  'name',
  'id',
  'store',
  'kind',
  'folder',
  'host',
  'port',
  'user',
  'directory',
  'hostKey',
  'password',
  'privateKey',
  'bucket',
  'prefix',
  'region',
  'endpoint',
  'accessKeyId',
  'secretAccessKey',
] as const
export type PlaceName = (typeof placeNames)[number]

/** What can change after the store was added. */
export const changeableNames = [
  'ernVersion',
  'manifestHash',
  'acknowledges',
  'liveOn',
  'resendFiles',
  'writeFiles',
  'isTest',
] as const
export type ChangeableName = (typeof changeableNames)[number]
export type FixedName =
  | 'dpid'
  | 'recipient'
  | 'dpid2'
  | 'recipient2'
  | 'profile'
  | 'avsVersion'
  | 'choreography'
  | 'takedownStyle'
  | 'askEverySeconds'
export type TakesName = 'models' | 'uses' | 'audio' | 'mode' | 'codes' | 'leastCover'
export type GenreName = `genre.${string}`
export type OutletName = PlaceName | ChangeableName | FixedName | TakesName | GenreName

export type OutletValues = Values<OutletName>
export type OutletForm = Form<OutletName>
export type OutletProblems = Problems<OutletName>

export const kinds = ['sftp', 's3', 'folder'] as const
export type Kind = (typeof kinds)[number]

export const genreName = (code: string): GenreName => `genre.${code}`

export const profileOf = ({ store }: Pick<OutletValues, 'store'>) => storeProfiles[store as OutletProfile]

/** Lists are joined by commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const emptyTexts = Object.fromEntries(placeNames.map((name) => [name, ''])) as Values<PlaceName>

/** A new store with what is usual. */
export const newValues: OutletValues = {
  ...emptyTexts,
  store: 'generic',
  kind: 'sftp',
  port: '22',
  directory: '.',
  region: 'us-east-1',
  dpid: '',
  recipient: '',
  dpid2: '',
  recipient2: '',
  ernVersion: '',
  profile: usualStore.profile,
  avsVersion: usualStore.avsVersion,
  choreography: usualStore.choreography,
  manifestHash: usualStore.manifestHash,
  takedownStyle: '',
  liveOn: usualStore.liveOn,
  acknowledges: 'true',
  askEverySeconds: String(usualStore.askEverySeconds),
  resendFiles: '',
  writeFiles: usualStore.writeFiles,
  isTest: 'true',
  models: '',
  uses: '',
  audio: '',
  mode: 'worldwide',
  codes: '',
  leastCover: '',
  ...Object.fromEntries(genres.map(({ code }) => [genreName(code), ''])),
}

/** What is stored. Credentials are not: an empty one stays as it is. */
export function storedValues({ sftp, s3, messages, takes, genres: named, id, name }: OutletSettings): OutletValues {
  const { store, ernVersion, manifestHash, liveOn, resendFiles, writeFiles, acknowledges, isTest } = messages
  return {
    ...newValues,
    id,
    name,
    store,
    kind: sftp ? 'sftp' : s3 ? 's3' : 'folder',
    host: sftp?.host ?? '',
    port: String(sftp?.port ?? ''),
    hostKey: sftp?.hostKey ?? '',
    accessKeyId: s3?.accessKeyId ?? '',
    ...{ ernVersion, manifestHash, liveOn, resendFiles, writeFiles },
    acknowledges: String(acknowledges),
    isTest: String(isTest),
    models: takes.models?.join(',') ?? '',
    uses: takes.uses?.join(',') ?? '',
    audio: takes.audio?.join(',') ?? '',
    mode: takes.territories?.mode ?? 'worldwide',
    codes: takes.territories?.codes?.join(', ') ?? '',
    leastCover: takes.leastCover === undefined ? '' : String(takes.leastCover),
    ...Object.fromEntries(named.map((genre) => [genreName(genre.code), genre.name])),
  }
}
