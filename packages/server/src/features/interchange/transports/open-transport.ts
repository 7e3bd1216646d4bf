import { folderTransport } from './folder-transport.ts'
import { type S3Place, s3Transport } from './s3-transport.ts'
import type { SftpSignIn } from './sftp-sign-in.ts'
import { type SftpPlace, sftpTransport } from './sftp-transport.ts'
import type { OpenTransport } from './transport.ts'

/**
 * The transports there are, by the kind of a place. Settings come from `outlets add` and `drops add`, which wrote them
 * by that kind.
 */

export interface FolderPlace {
  readonly folder: string
}

/** Its password or private key is kept apart from the settings, sealed. Both together are JSON (`SftpSignIn`). */
export interface SignedSftpPlace extends SftpPlace {
  readonly signsInWith: 'password' | 'key' | 'key_and_password'
}

const signsIn: Readonly<Record<SignedSftpPlace['signsInWith'], (secret: string) => SftpSignIn>> = {
  password: (password) => ({ password }),
  key: (privateKey) => ({ privateKey }),
  key_and_password: (both) => JSON.parse(both) as SftpSignIn,
}

/** What is sealed of a password, a key, or both. */
export const secretOfSignIn = ({ password, privateKey }: SftpSignIn): string =>
  password !== undefined && privateKey !== undefined
    ? JSON.stringify({ privateKey, password })
    : (password ?? privateKey ?? '')

/** Where packages lie, without what opens it. */
export type Place = FolderPlace | SignedSftpPlace | S3Place

interface Opening {
  readonly settings: unknown
  /** Opened; undefined when the place needs none. */
  readonly secret: string | undefined
  readonly signal: AbortSignal
}

const transports = {
  folder: ({ settings }: Opening) => folderTransport((settings as FolderPlace).folder),
  sftp: ({ settings, secret = '', signal }: Opening) => {
    const place = settings as SignedSftpPlace
    return sftpTransport(place, signsIn[place.signsInWith](secret), signal)
  },
  s3: ({ settings, secret = '' }: Opening) => s3Transport(settings as S3Place, secret),
} as const satisfies Readonly<Record<string, (opening: Opening) => OpenTransport>>

export type StoreKind = keyof typeof transports
export const storeKinds = Object.keys(transports) as StoreKind[]

/** The place is not contacted before its first use. */
export const openTransport = (kind: StoreKind, opening: Opening): OpenTransport => transports[kind](opening)
