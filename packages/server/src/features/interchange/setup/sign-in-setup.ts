import { type SignedSftpPlace, secretOfSignIn } from '../transports/open-transport.ts'
import { KeyRefused, readPrivateKey } from '../transports/private-key.ts'
import type { S3Place } from '../transports/s3-transport.ts'
import type { SftpSignIn } from '../transports/sftp-sign-in.ts'
import { SetupRefused } from './setup-refused.ts'

/** How the hub signs in at a place, as the settings and the secret that is sealed. */

export interface StoredSignIn {
  readonly signsInWith: SignedSftpPlace['signsInWith']
  readonly secret: string
}

/** Undefined without a password and a key. Throws `SetupRefused` for a key that the hub cannot use. */
export async function storedSignIn(given: SftpSignIn): Promise<StoredSignIn | undefined> {
  const { password } = given
  const privateKey = given.privateKey === undefined ? undefined : await requireKey(given.privateKey)
  if (password === undefined && privateKey === undefined) return undefined
  const signsInWith = privateKey === undefined ? 'password' : password === undefined ? 'key' : 'key_and_password'
  return { signsInWith, secret: secretOfSignIn({ password, privateKey }) }
}

async function requireKey(text: string): Promise<string> {
  try {
    return await readPrivateKey(text)
  } catch (error) {
    throw error instanceof KeyRefused ? new SetupRefused('privateKey', error.message) : error
  }
}

/** The prefix ends with a slash, unless it is empty. */
export const bucketPlace = ({ prefix, ...place }: S3Place): S3Place => ({
  ...place,
  prefix: prefix.replace(/\/*$/, prefix === '' ? '' : '/'),
})
