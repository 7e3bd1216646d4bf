import { findProfile, type Profile } from '../hub/profile-file.ts'
import type { CommandContext } from './command-context.ts'

type ProfileContext = Pick<CommandContext, 'profiles' | 'askedProfile'>

/** Puts a credential into the profile that is in use and returns its name. */
export async function saveCredential(
  { profiles: file, askedProfile }: ProfileContext,
  baseUrl: string,
  credential: Profile,
): Promise<string> {
  const known = await file.read()
  const name = askedProfile ?? known.current
  const before = findProfile(known, name)
  // Credentials of another hub must not be sent to this one.
  const kept = before?.baseUrl === baseUrl ? before : {}
  const profiles = { ...known.profiles, [name]: { ...kept, baseUrl, ...credential } }
  // With only one profile, that one is meant.
  const current = findProfile(known, known.current) === undefined ? name : known.current
  await file.write({ current, profiles })
  return name
}

/** Makes a profile the default of commands that name none. */
export async function useProfile({ profiles: file }: ProfileContext, name: string): Promise<void> {
  await file.write({ ...(await file.read()), current: name })
}
