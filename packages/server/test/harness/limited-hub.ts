import { openTestHub, type TestHub } from './hub.ts'
import { openBrowser, type TestPerson } from './people.ts'
import { peopleOrigin, sharedPeopleHub } from './people-hub.ts'

/** How many requests people may send in a minute, with a clock that does not move. */

export interface LimitedHub {
  readonly hub: TestHub
  /** A browser in a network that has sent this many requests as a visitor. Each test uses another network. */
  visitorAt(network: string, sent: number): Promise<TestPerson>
}

/** One hub for all test files of a worker: 60 requests of a network and 60 of a person, 40 s before the next minute. */
export function sharedLimitedHub(): Promise<LimitedHub> {
  running ??= openLimitedHub()
  return running
}

let running: Promise<LimitedHub> | undefined

async function openLimitedHub(): Promise<LimitedHub> {
  const { provider } = await sharedPeopleHub()
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 20_000
  const hub = await openTestHub({
    role: 'api',
    environment: {
      ...provider.environment,
      SPINDLE_PUBLIC_URL: peopleOrigin,
      SPINDLE_RATE_LIMIT: '60/120/300',
      // The forwarded address from a proxy on this machine counts.
      SPINDLE_TRUSTED_PROXIES: '127.0.0.1',
    },
    overrides: { clock: { now: () => nowMs } },
  })
  return { hub, visitorAt: (network, sent) => openVisitor(hub, network, sent) }
}

async function openVisitor(hub: TestHub, network: string, sent: number): Promise<TestPerson> {
  const browser = openBrowser(hub)
  const visitor: TestPerson = {
    ...browser,
    ask: (method, path, body) => browser.ask(method, path, body, { 'x-forwarded-for': network }),
  }
  const read = () => visitor.ask('POST', '/console/api/links/read', { token: 'made up' })
  await Promise.all(Array.from({ length: sent }, read))
  return visitor
}

/** Sends as many requests as the person may send in a minute, so that the next one is refused. */
export async function useUpWrites(person: TestPerson): Promise<void> {
  const endOthers = () => person.ask('DELETE', '/console/api/sessions')
  const answers = await Promise.all(Array.from({ length: 60 }, endOthers))
  const refused = answers.find(({ status }) => status !== 204)
  if (refused) throw new Error(`refused too early: ${JSON.stringify(refused.body)}`)
}
