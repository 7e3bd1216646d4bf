import type { Role } from '@spindle/contract/console'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount } from './accounts.ts'
import { type Authenticator, openAuthenticator } from './authenticator.ts'
import { type JsonAnswer, openTestHub, type TestHub } from './hub.ts'
import { type OutsideProvider, openOutsideProvider } from './outside-provider.ts'
import { inviteMember, openBrowser, type TestPerson, tokenOf } from './people.ts'

/** People at hubs with every way of signing in: passwords, passkeys, and an outside provider. */

/** The address of such hubs: browsers offer passkeys at an https address with a name. */
export const peopleOrigin = 'https://music.example'

export interface PeopleHub {
  readonly hub: TestHub
  readonly provider: OutsideProvider
}

/** One hub and one provider for all test files of a worker, never stopped. A file only changes its own people. */
export function sharedPeopleHub(): Promise<PeopleHub> {
  running ??= openPeopleHub()
  return running
}

let running: Promise<PeopleHub> | undefined

async function openPeopleHub(): Promise<PeopleHub> {
  const provider = await openOutsideProvider()
  const environment = { ...provider.environment, SPINDLE_PUBLIC_URL: peopleOrigin }
  const hub = await openTestHub({ role: 'api', environment })
  provider.serve(peopleOrigin)
  return { hub, provider }
}

export interface NewMember {
  readonly email: string
  readonly role?: Role
  readonly accountName?: string
}

/** A signed-in person with a password and an account of its own. */
export async function joinNewAccount(
  hub: TestHub,
  { email, role = 'viewer', accountName = 'Night Label' }: NewMember,
): Promise<TestPerson & { readonly accountId: AccountId }> {
  const { accountId } = await createTestAccount(hub, accountName)
  return { ...(await inviteMember(hub, { accountId, role, email })), accountId }
}

/** The secret part of an invitation to a new account. */
export async function inviteToNewAccount(
  hub: TestHub,
  { email, role = 'viewer', accountName = 'Night Label' }: NewMember,
): Promise<{ readonly accountId: AccountId; readonly token: string }> {
  const { accountId } = await createTestAccount(hub, accountName)
  return { accountId, token: tokenOf((await hub.hub.links.invite({ accountId, email, role }))?.link) }
}

/** A signed-in person who joined by an invitation and only has a passkey. */
export async function joinByPasskey(
  hub: TestHub,
  email: string,
): Promise<{ readonly person: TestPerson; readonly authenticator: Authenticator }> {
  const { token } = await inviteToNewAccount(hub, { email })
  const person = openBrowser(hub, { email })
  const authenticator = openAuthenticator(peopleOrigin)
  const begun = await person.ask('POST', '/console/api/links/passkey/begin', { token, name: 'Mia Blue' })
  const passkey = { label: 'phone', credential: authenticator.create(begun.body.publicKey) }
  const answer = await person.ask('POST', '/console/api/sign-up', { token, name: 'Mia Blue', passkey })
  if (answer.status !== 200) throw new Error(`not signed up: ${JSON.stringify(answer.body)}`)
  return { person, authenticator }
}

/** Makes a passkey and registers it for the person. */
export async function addPasskey(
  person: TestPerson,
  label: string,
): Promise<{ readonly id: string; readonly authenticator: Authenticator }> {
  const authenticator = openAuthenticator(peopleOrigin)
  const begun = await person.ask('POST', '/console/api/me/passkeys/begin')
  const credential = authenticator.create(begun.body.publicKey)
  const answer = await person.ask('POST', '/console/api/me/passkeys', { label, credential })
  if (answer.status !== 201) throw new Error(`not kept: ${JSON.stringify(answer.body)}`)
  return { id: answer.body.id, authenticator }
}

/** Connects the provider's `login` with the person; returns the id of the identity. */
export async function connectIdentity(provider: OutsideProvider, person: TestPerson, login: string): Promise<string> {
  const answer = await goOutside(provider, person, { path: '/console/api/me/identities', login })
  if (answer.status !== 201) throw new Error(`not connected: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** To the provider, through its pages, and back to the hub with its answer. */
export async function goOutside(
  provider: OutsideProvider,
  person: TestPerson,
  { path, login, body }: { readonly path: string; readonly login: string; readonly body?: object },
): Promise<JsonAnswer> {
  const begun = await person.ask('POST', `${path}/begin`, body)
  if (begun.status !== 200) return begun
  return person.ask('POST', path, { answer: await provider.signIn(begun.body.location, login) })
}
