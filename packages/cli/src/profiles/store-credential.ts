import type { Context } from '../context.ts'
import type { Profile } from './store.ts'

/** Puts a credential into the profile that is in use and answers its name. */
export async function storeCredential(
  { profiles: store, askedProfile }: Context,
  baseUrl: string,
  credential: Profile,
): Promise<string> {
  const { profiles, current } = await store.read()
  const name = askedProfile ?? current
  const before = profiles[name] ?? {}
  // Credentials of another hub must not be sent to this one.
  const kept = before.baseUrl === baseUrl ? before : {}
  await store.write({ current: name, profiles: { ...profiles, [name]: { ...kept, baseUrl, ...credential } } })
  return name
}
