import { type AgentSite, startAgentSite } from '../../../server/test/harness/agent-site.ts'
import { allow, discover, prepareRequest } from '../../../server/test/harness/authorization.ts'
import { startTestHub, type TestHub } from '../../../server/test/harness/hub.ts'
import { createLiveRelease } from '../../../server/test/harness/live-releases.ts'
import { goodPassword, openBrowser, type TestPerson, tokenOf } from '../../../server/test/harness/people.ts'
import { settingsFor } from '../../../server/test/harness/store-folder.ts'
import { copyDraft, type FilledAccount, fillAccount } from './catalog.ts'

/** A hub with something on every page of the console, and one person who may see all of them. */
export interface FullHub extends FilledAccount {
  readonly hub: TestHub
  readonly person: TestPerson
  /** Live, with plays of a year. */
  readonly liveId: string
  /** Waits for its review. */
  readonly waitingId: string
  /** A link that a person received. */
  readonly invitation: string
  /** An address that asks the person to give a program access. */
  readonly programAsks: () => Promise<string>
}

const email = 'mia@label.example'

export async function openFullHub(): Promise<FullHub> {
  const site = await startAgentSite()
  const hub = await startTestHub({
    environment: {
      SPINDLE_SANDBOX_OUTLET: 'on',
      SPINDLE_REVIEW: 'manual',
      SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}`,
    },
    overrides: { clientMetadata: site.network },
  })
  await hub.hub.console.prepare()
  const account = await fillAccount(hub)
  const { accountId } = account
  const person = await setUp(hub, account)
  const { releaseId: liveId } = await createLiveRelease(hub, { accountId, properties: ['site-a'], title: 'Harbour' })
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
  await hub.hub.plays.generateSandboxHistory({ accountId, releaseId: liveId, from, seed: 1 })
  await hub.hub.plays.fold()
  const invitation = (await hub.hub.links.invite({ accountId, email: 'tom@label.example', role: 'viewer' }))?.link ?? ''
  await hub.hub.contact.receive({
    name: 'أمل <b>',
    email: 'amal@label.example',
    organisation: 'Desert Sound',
    message: 'We would like to deliver.\nTwenty releases a year.',
  })
  const waitingId = await submitCopy(hub, account)
  await addStore(hub)
  const programAsks = await connectAgent({ hub, person, account, site })
  return { ...account, hub, person, liveId, waitingId, invitation, programAsks }
}

/** An SFTP server that receives nothing: it is paused, and no release was submitted after it came. */
async function addStore({ hub }: TestHub): Promise<void> {
  const hostKey = `SHA256:${'k'.repeat(43)}`
  const server = {
    host: 'sftp.store.example',
    port: 22,
    user: 'label',
    directory: '.',
    hostKey,
    signsInWith: 'password',
  }
  const settings = { ...settingsFor('/nowhere'), ...server }
  await hub.outlets.add({ id: 'far', kind: 'sftp', name: 'Far Store', isPaused: true, settings }, 'correct horse')
}

/** Owns the account and runs the hub. */
async function setUp(hub: TestHub, { accountId }: FilledAccount): Promise<TestPerson> {
  const person = openBrowser(hub, { email })
  const token = tokenOf(await hub.hub.links.makeSetupLink(accountId))
  const answer = await person.ask('POST', '/console/api/setup', {
    token,
    name: 'Mia Blue',
    email,
    password: goodPassword,
  })
  if (answer.status !== 200) throw new Error(`not set up: ${JSON.stringify(answer.body)}`)
  return person
}

async function submitCopy(hub: TestHub, account: FilledAccount): Promise<string> {
  const id = await copyDraft(hub, account, 101)
  const path = `/api/v1/music-distributor/releases/${id}/submit`
  const { body } = await hub.json('POST', path, { key: account.key })
  if (body.status !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(body)}`)
  return id
}

interface Connecting {
  readonly hub: TestHub
  readonly person: TestPerson
  readonly account: FilledAccount
  readonly site: AgentSite
}

/** One program acts for the person already; returns the request of another one. */
async function connectAgent({ hub, person, account, site }: Connecting): Promise<() => Promise<string>> {
  const redirectUri = 'http://127.0.0.1:49152/callback'
  site.answer = (path, response) => {
    const name = path === '/agent.json' ? 'Harbour Agent' : 'Another Agent'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ client_id: site.url + path, client_name: name, redirect_uris: [redirectUri] }))
  }
  const server = await discover(hub)
  const ask = async (path: string): Promise<URL> =>
    (await prepareRequest(server, { clientId: site.url + path, redirectUri })).url
  await allow(hub, person, await ask('/agent.json'), {
    accountId: account.accountId,
    permissions: ['music:read', 'catalog:read'],
  })
  return async () => (await ask('/another.json')).href
}
