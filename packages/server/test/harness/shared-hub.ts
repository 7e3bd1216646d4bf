import { openTestHub, type TestHub } from './hub.ts'
import { openBrowser, setUpOperator, type TestPerson } from './people.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'

/**
 * One hub for all test files of a worker, started on the first request and never stopped: each file creates its own
 * accounts. It has the sandbox outlet, no properties and no worker, so nothing happens in the background. A file that
 * changes what all accounts share (outlets, settings, the clock), or reads all of it, starts its own hub.
 */
export function sharedHub(): Promise<TestHub> {
  running ??= openTestHub({ role: 'api', environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
  return running
}

/** The shared hub, and an account on it that can create releases. */
export async function sharedReleaseHub(): Promise<{ hub: TestHub; fixture: ReleaseFixture }> {
  const hub = await sharedHub()
  return { hub, fixture: await createReleaseFixture(hub) }
}

/** The person who runs the shared hub, signed in again with a new browser. */
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
