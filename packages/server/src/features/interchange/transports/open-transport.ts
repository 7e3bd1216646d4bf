import type { FolderSettings, S3Settings, SftpSettings } from '../outlet-settings.ts'
import { folderTransport } from './folder-transport.ts'
import { s3Transport } from './s3-transport.ts'
import { sftpTransport } from './sftp-transport.ts'
import type { OpenTransport } from './transport.ts'

/** The transports there are, by the kind of outlet. Settings come from `outlets add`, which wrote them by that kind. */

interface Opening {
  readonly settings: unknown
  /** Opened; undefined where the place asks for none. */
  readonly secret: string | undefined
  readonly signal: AbortSignal
}

const transports = {
  folder: ({ settings }: Opening) => folderTransport((settings as FolderSettings).folder),
  sftp: ({ settings, secret = '', signal }: Opening) => {
    const place = settings as SftpSettings
    return sftpTransport(place, place.signsInWith === 'key' ? { privateKey: secret } : { password: secret }, signal)
  },
  s3: ({ settings, secret = '' }: Opening) => s3Transport(settings as S3Settings, secret),
} as const satisfies Readonly<Record<string, (opening: Opening) => OpenTransport>>

export type StoreKind = keyof typeof transports
export const storeKinds = Object.keys(transports) as StoreKind[]

/** Nothing is asked of the place before its first use. */
export const openTransport = (kind: StoreKind, opening: Opening): OpenTransport => transports[kind](opening)
