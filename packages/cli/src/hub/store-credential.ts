import type { CommandContext } from '../command-line/command-context.ts'
import { findProfile, type Profile } from './profile-store.ts'

type ProfileContext = Pick<CommandContext, 'profiles' | 'askedProfile'>

/** Puts a credential into the profile that is in use and returns its name. */
export async function storeCredential(
  { profiles: store, askedProfile }: ProfileContext,
  baseUrl: string,
  credential: Profile,
): Promise<string> {
  const known = await store.read()
  const name = askedProfile ?? known.current
  const before = findProfile(known, name)
  // Credentials of another hub must not be sent to this one.
  const kept = before?.baseUrl === baseUrl ? before : {}
  const profiles = { ...known.profiles, [name]: { ...kept, baseUrl, ...credential } }
  // With only one profile, that one is meant.
  const current = findProfile(known, known.current) === undefined ? name : known.current
  await store.write({ current, profiles })
  return name
}

/** Makes a profile the default of commands that name none. */
export async function useProfile({ profiles: store }: ProfileContext, name: string): Promise<void> {
  await store.write({ ...(await store.read()), current: name })
}
