import { AppError, type BodyOf, parseDpid } from '@spindle/contract'
import type { addOutlet, updateOutlet } from '@spindle/contract/console'
import {
  bucketPlace,
  changeSettings,
  completeSettings,
  type FolderSettings,
  type Place,
  type S3Settings,
  type SettableSettings,
  SetupRefused,
  type SftpSettings,
  type StoreKind,
  storedSignIn,
} from '../../interchange/index.ts'
import type { OutletChange } from './change-outlets.ts'

/** What the pages send about an outlet, as its settings and the secret to seal. Refusals point to the member. */

type NewOutlet = BodyOf<typeof addOutlet>
type OutletUpdate = BodyOf<typeof updateOutlet>

export interface ReadOutlet {
  readonly kind: StoreKind
  readonly settings: FolderSettings | SftpSettings | S3Settings
  readonly secret: string | undefined
}

/** Throws `validation_failed`. */
export const readNewOutlet = (body: NewOutlet): Promise<ReadOutlet> =>
  pointing(async () => {
    const { kind, place, secret } = await readPlace(body)
    const { store, recipients, ...wishes } = body.messages
    const settings = completeSettings({
      ...wishes,
      outletProfile: store,
      recipients: recipients.map(readRecipient),
      ...readTakes(body),
    })
    // The members of the place depend on its kind.
    return { kind, settings: { ...settings, ...place } as ReadOutlet['settings'], secret }
  })

/** Throws `validation_failed`. */
export const readOutletUpdate = (body: OutletUpdate, stored: { readonly kind: string; readonly settings: unknown }) =>
  pointing(async (): Promise<OutletChange> => {
    if (stored.kind === 'program')
      throw refusal('', 'The settings of a program are not changed here.', {
        fix: 'Use the commands outlets set and outlets sign-in.',
      })
    for (const kind of ['sftp', 's3'] as const)
      if (body[kind] && stored.kind !== kind) throw refusal(`/${kind}`, 'The outlet is of another kind.')
    const { hostKey, ...given } = body.sftp ?? {}
    const signIn = await storedSignIn(given)
    const settings = {
      ...changeSettings(stored.settings, { ...body.messages, ...readTakes(body) }),
      ...(hostKey !== undefined && { hostKey }),
      ...(signIn && { signsInWith: signIn.signsInWith }),
      ...(body.s3 && { accessKeyId: body.s3.accessKeyId }),
      // Without names of its own the member goes.
      ...(body.genres?.length === 0 && { genres: null }),
    }
    return { settings, secret: signIn?.secret ?? body.s3?.secretAccessKey }
  })

async function readPlace({ folder, sftp, s3 }: NewOutlet): Promise<{
  readonly kind: StoreKind
  readonly place: Place
  readonly secret?: string
}> {
  if ([folder, sftp, s3].filter((place) => place !== undefined).length !== 1)
    throw refusal('', 'Send one of folder, sftp and s3.')
  if (folder) return { kind: 'folder', place: folder }
  if (s3) {
    const { secretAccessKey, ...place } = s3
    return { kind: 's3', place: bucketPlace(place), secret: secretAccessKey }
  }
  const { password, privateKey, ...server } = sftp as NonNullable<typeof sftp>
  const signIn = await storedSignIn({ password, privateKey })
  if (!signIn) throw refusal('/sftp/password', 'The hub needs a password or a private key to sign in.')
  const { secret, signsInWith } = signIn
  return { kind: 'sftp', place: { ...server, signsInWith }, secret }
}

function readRecipient({ dpid: written, name }: NewOutlet['messages']['recipients'][number], index: number) {
  const dpid = parseDpid(written)
  if (dpid === undefined)
    throw refusal(`/messages/recipients/${index}/dpid`, `"${written}" is not a DDEX party identifier.`, {
      fix: 'Ask the store for it: it looks like PADPIDA2014120301U.',
    })
  return { dpid, name: name.trim() }
}

/** `worldwide` limits nothing, so it is not stored. */
function readTakes({ takes, genres }: Pick<NewOutlet, 'takes' | 'genres'>): Pick<SettableSettings, 'takes' | 'genres'> {
  const { territories, ...limits } = takes ?? {}
  const isLimited = territories !== undefined && territories.mode !== 'worldwide'
  return {
    ...(takes && { takes: { ...limits, ...(isLimited && { territories }) } }),
    ...(genres && genres.length > 0 && { genres: Object.fromEntries(genres.map(({ code, name }) => [code, name])) }),
  }
}

const pointers = {
  recipients: () => '/messages/recipients',
  ernVersion: () => '/messages/ernVersion',
  privateKey: () => '/sftp/privateKey',
  territories: (index: number) => `/takes/territories/codes/${index}`,
  genres: (index: number) => `/genres/${index}`,
} as const

async function pointing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SetupRefused)) throw error
    const { field, message, fix, index = 0 } = error
    const detail = message.endsWith('.') ? message : `${message}.`
    throw refusal(pointers[field](index), detail, { ...(fix !== undefined && { fix: `Choose ${fix}.` }) })
  }
}

/** One field that is refused. */
export const refusal = (
  pointer: string,
  detail: string,
  { fix, code = 'invalid' }: { fix?: string; code?: string } = {},
) => new AppError('validation_failed', { errors: [{ pointer, code, detail, fix }] })
