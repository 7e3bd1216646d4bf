import { openTestHub, type TestHub } from './hub.ts'
import { openBrowser, setUpOperator, type TestPerson } from './people.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'

/**
 * One hub for all files of tests that a worker runs, started when a file first asks and never stopped: what a file makes
 * belongs to accounts of its own. It has the sandbox outlet, no properties and no worker, so nothing happens unasked. A
 * file that changes what all accounts share (outlets, settings, the clock), or that reads it as a whole, starts its own.
 */
export function sharedHub(): Promise<TestHub> {
  running ??= openTestHub({ role: 'api', environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
  return running
}

/** The shared hub, and an account on it that can make releases. */
export async function sharedReleaseHub(): Promise<{ hub: TestHub; fixture: ReleaseFixture }> {
  const hub = await sharedHub()
  return { hub, fixture: await createReleaseFixture(hub) }
}

/** The person who runs the shared hub, signed in anew with a browser of its own. */
export async function sharedOperator(): Promise<TestPerson> {
  const hub = await sharedHub()
  operator ??= setUpOperator(hub)
  const { email, password } = await operator
  const browser = openBrowser(hub, { email, password })
  const answer = await browser.ask('POST', '/console/api/sign-in/password', { email, password })
  if (answer.status !== 200) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`)
  return browser
}

let running: Promise<TestHub> | undefined
let operator: Promise<TestPerson> | undefined
