import type { CommandContext } from '../command-line/command-context.ts'
import { findProfile, type Profile } from './profile-store.ts'

/** Puts a credential into the profile that is in use and answers its name. */
export async function storeCredential(
  { profiles: store, askedProfile }: CommandContext,
  baseUrl: string,
  credential: Profile,
): Promise<string> {
  const known = await store.read()
  const name = askedProfile ?? known.current
  const before = findProfile(known, name)
  // Credentials of another hub must not be sent to this one.
  const kept = before?.baseUrl === baseUrl ? before : {}
  await store.write({ current: name, profiles: { ...known.profiles, [name]: { ...kept, baseUrl, ...credential } } })
  return name
}
