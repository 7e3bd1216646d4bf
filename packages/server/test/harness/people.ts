import type { Role } from '@spindle/contract/console'
import type { AccountId } from '../../src/platform/values/ids.ts'
import type { JsonAnswer, TestHub } from './hub.ts'

/** People at a hub under test, who sign in by links, with a browser that keeps cookies. */

/** The requests of the console's pages. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin', 'x-spindle-console': '1' } as const

export interface TestPerson {
  readonly email: string
  readonly password: string
  /** The present `name=value` of the session in the browser; undefined when signed out. */
  cookie(): string | undefined
  /** Sends a request with its cookies, as from its own page, and stores the cookies of the answer. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<JsonAnswer>
}

export const goodPassword = 'seven quiet harbour lights'

export function openBrowser(hub: TestHub, { email = '', password = goodPassword } = {}): TestPerson {
  const cookies = new Map<string, string>()
  const keep = (set: string): void => {
    const [pair = ''] = set.split(';', 1)
    const [name = ''] = pair.split('=', 1)
    if (/Max-Age=0;/.test(set)) cookies.delete(name)
    else cookies.set(name, pair)
  }
  return {
    email,
    password,
    cookie: () => cookies.get('__Host-Http-spindle') ?? cookies.get('spindle'),
    async ask(method, path, body, headers = {}) {
      const cookie = [...cookies.values()].join('; ')
      const answer = await hub.json(method, path, {
        ...(body === undefined ? {} : { body }),
        headers: { ...fromOwnPage, ...(cookie === '' ? {} : { cookie }), ...headers },
      })
      for (const set of answer.headers.getSetCookie()) keep(set)
      return answer
    },
  }
}

export const tokenOf = (link: string | undefined): string => link?.split('#')[1] ?? ''

/** The first person of the hub, signed in, with a label. */
export async function setUpOperator(hub: TestHub, email = 'mia@hub.example'): Promise<TestPerson> {
  const browser = openBrowser(hub, { email })
  const token = tokenOf(await hub.hub.links.makeSetupLink())
  const body = { token, name: 'Mia Blue', email, password: browser.password, accountName: 'Night Label' }
  const answer = await browser.ask('POST', '/console/api/setup', body)
  if (answer.status !== 200) throw new Error(`not set up: ${JSON.stringify(answer.body)}`)
  return browser
}

/** A person with a role in the account, signed in. */
export async function inviteMember(
  hub: TestHub,
  { accountId, role, email }: { readonly accountId: AccountId; readonly role: Role; readonly email: string },
): Promise<TestPerson> {
  const browser = openBrowser(hub, { email })
  const token = tokenOf((await hub.hub.links.invite({ accountId, email, role }))?.link)
  const body = { token, name: `The ${role}`, password: browser.password }
  const answer = await browser.ask('POST', '/console/api/sign-up', body)
  if (answer.status !== 200) throw new Error(`not signed up: ${JSON.stringify(answer.body)}`)
  return browser
}

/** A link with which the operator lets a person sign in; undefined for an unknown or disabled one. */
export async function signInLinkFor(hub: Pick<TestHub, 'hub'>, email: string): Promise<string | undefined> {
  const person = await hub.hub.people.findByMail(email)
  return person && (await hub.hub.links.makeSignInLink(person.id))?.link
}

/** As the operator's command does. */
export async function disablePerson(hub: Pick<TestHub, 'hub'>, email: string): Promise<void> {
  const person = await hub.hub.people.findByMail(email)
  if (!person) throw new Error(`no person has ${email}`)
  await hub.hub.changePerson.disable(person.id, { type: 'operator', id: null, name: null })
}
