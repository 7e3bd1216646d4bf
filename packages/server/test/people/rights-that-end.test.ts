import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '../harness/accounts.ts'
import { openBrowser, signInLinkFor, type TestPerson, tokenOf } from '../harness/people.ts'
import { connectAgent } from '../harness/program-requests.ts'
import { sharedOperator } from '../harness/shared-hub.ts'
import { createTeam, sharedTeam, type Team } from '../harness/shared-team.ts'

/** What a person made ends with the person's rights: links and invitations always, the rest unless it is kept. */

const keysPath = '/api/v1/distributor/keys'
const invalid = { status: 410, body: { error: 'link_invalid' } }

let team: Team
let operator: TestPerson
beforeAll(async () => {
  team = await sharedTeam()
  operator = await sharedOperator()
})

const readLink = (link: string) =>
  openBrowser(team.hub).ask('POST', '/console/api/links/read', { token: tokenOf(link) })
const inviteAs = async (person: TestPerson, email: string): Promise<string> =>
  (await team.ask('POST', '/invitations', { email, role: 'owner' }, person)).body.link

describe('an invitation', () => {
  it('is refused after the owner who made it was removed', async () => {
    const gone = await team.join('owner', 'back')
    const link = await inviteAs(gone, 'Back.Again@label.example')
    expect((await readLink(link)).status).toBe(200)
    await team.ask('DELETE', `/members/${await team.idOf(gone)}`)
    expect(await readLink(link)).toMatchObject(invalid)
    const signUp = { token: tokenOf(link), name: 'Back', password: gone.password }
    expect(await openBrowser(team.hub).ask('POST', '/console/api/sign-up', signUp)).toMatchObject(invalid)
    expect((await team.ask('GET', '/invitations')).body.data).toEqual([])
  })

  it('ends when its owner leaves, loses the role or is disabled, and not when another owner does', async () => {
    const [leaver, demoted, disabled, staying] = [
      await team.join('owner', 'leaver'),
      await team.join('owner', 'demoted'),
      await team.join('owner', 'disabled'),
      await team.join('owner', 'staying'),
    ]
    const links = [
      await inviteAs(leaver, 'of.leaver@label.example'),
      await inviteAs(demoted, 'of.demoted@label.example'),
      await inviteAs(disabled, 'of.disabled@label.example'),
    ]
    const kept = await inviteAs(staying, 'of.staying@label.example')
    await team.ask('DELETE', '/membership', undefined, leaver)
    await team.ask('PATCH', `/members/${await team.idOf(demoted)}`, { role: 'manager' })
    await operator.ask('POST', `/console/api/operator/people/${await team.idOf(disabled)}/disable`)
    for (const link of links) expect(await readLink(link)).toMatchObject(invalid)
    expect((await readLink(kept)).status).toBe(200)
  })

  it('is refused although it exists, if a node of the previous version removed the right', async () => {
    const gone = await team.join('owner', 'older')
    const link = await inviteAs(gone, 'of.older@label.example')
    const { system } = team.hub.opened.database
    await system.execute('delete from memberships where user_id = $1', [await team.idOf(gone)])
    expect(await readLink(link)).toMatchObject(invalid)
  })

  it('of an operator, and the links it made for others, end when it runs the hub no longer', async () => {
    const tom = await team.join('viewer', 'second-operator')
    const kim = await team.join('viewer', 'kim')
    const id = await team.idOf(tom)
    const decide = (isOperator: boolean) =>
      operator.ask('POST', `/console/api/operator/people/${id}/operator`, { isOperator })
    await decide(true)
    const invitation = { email: 'of.operator@label.example', role: 'owner' }
    const { link } = (await tom.ask('POST', `/console/api/operator/accounts/${team.accountId}/invitations`, invitation))
      .body
    const signIn = (await tom.ask('POST', `/console/api/operator/people/${await team.idOf(kim)}/sign-in-link`)).body
      .link
    for (const one of [link, signIn]) expect((await readLink(one)).status).toBe(200)
    await decide(false)
    for (const one of [link, signIn]) expect(await readLink(one)).toMatchObject(invalid)
  })
})

describe('what a member made', () => {
  /** A manager-made owner with a client, a key of that client, a key and a webhook of its own, and an agent. */
  const prepare = async (name: string, of: Team = team) => {
    const person = await of.join('owner', name)
    const own = `/console/a/${of.accountId}/api/v1`
    const client = (await of.ask('POST', '/service-clients', { name: `client of ${name}` }, person)).body
    const bearer = await requestToken(of.hub, client)
    const permissions = ['music:read']
    const ofClient = (await of.hub.json('POST', keysPath, { bearer, body: { name: `key of client`, permissions } }))
      .body
    const key = (await person.ask('POST', `${own}/distributor/keys`, { name: `key of ${name}`, permissions })).body
    const webhook = (await person.ask('POST', `${own}/distributor/webhooks`, { url: `https://${name}.example/hook` }))
      .body
    const agent = await connectAgent(of, person)
    const works = async () => ({
      client: await requestToken(of.hub, client).then(
        () => true,
        () => false,
      ),
      token: (await of.hub.json('GET', keysPath, { bearer })).status === 200,
      keys: await Promise.all(
        [ofClient, key].map(
          async (one) =>
            (await of.hub.json('GET', '/api/v1/music-distributor/releases', { headers: { 'x-api-key': one.key } }))
              .status === 200,
        ),
      ),
      webhooks: (await of.owner.ask('GET', `${own}/distributor/webhooks`)).body.data.length > 0,
    })
    return { person, id: await of.idOf(person), client, ofClient, key, webhook, agent, works }
  }
  const all = { client: true, token: true, keys: [true, true], webhooks: true }
  const nothing = { client: false, token: false, keys: [false, false], webhooks: false }

  it('is listed for owners, keeps working if they keep it, and ends with one choice', async () => {
    const { id, client, ofClient, key, webhook, works } = await prepare('maker')
    const invitation = await team.ask('POST', '/invitations', { email: 'not.theirs@label.example', role: 'viewer' })
    const { status, body } = await team.ask('GET', `/members/${id}/access`)
    expect(status).toBe(200)
    expect(body).toEqual({
      keys: expect.arrayContaining([
        { id: ofClient.id, name: 'key of client' },
        { id: key.id, name: 'key of maker' },
      ]),
      clients: [{ id: client.clientId, name: 'client of maker' }],
      nativeClients: [],
      webhooks: [{ id: webhook.id, name: 'https://maker.example/hook' }],
      programs: [{ id: expect.stringMatching(/^con_/), name: 'Night Agent' }],
      invitations: [],
    })
    expect(body.keys).toHaveLength(2)
    await team.ask('PATCH', `/members/${id}`, { role: 'manager' })
    expect(await works()).toEqual(all)
    expect((await team.ask('PATCH', `/members/${id}`, { role: 'viewer', access: 'end' })).status).toBe(200)
    expect(await works()).toEqual(nothing)
    expect((await team.ask('GET', `/members/${id}/access`)).body).toEqual({
      keys: [],
      clients: [],
      nativeClients: [],
      webhooks: [],
      programs: [],
      invitations: [],
    })
    expect((await readLink(invitation.body.link)).status).toBe(200)
    const { data } = (await team.ask('GET', '/activity?limit=100')).body
    for (const type of ['key.revoked', 'service_client.revoked', 'webhook.deleted', 'connection.ended'])
      expect(data.filter((event: { type: string }) => event.type === type).length).toBe(type === 'key.revoked' ? 2 : 1)
  })

  it('ends with the membership in the same way, or stays', async () => {
    const of = await createTeam(team.hub, 'Own Label')
    const [kept, ended] = [await prepare('kept', of), await prepare('ended', of)]
    expect((await of.ask('DELETE', `/members/${kept.id}`)).status).toBe(204)
    expect(await kept.works()).toEqual(all)
    expect((await of.ask('DELETE', `/members/${ended.id}?access=end`)).status).toBe(204)
    expect(await ended.works()).toEqual({ ...nothing, webhooks: true })
    expect(await kept.works()).toEqual(all)
  })

  it('is listed for operators by account, even if the person is no longer a member, and ends with the person', async () => {
    const of = await createTeam(team.hub, 'Left Label')
    const { id, works } = await prepare('left', of)
    await of.ask('DELETE', `/members/${id}`)
    const path = `/console/api/operator/people/${id}`
    expect((await operator.ask('GET', `${path}/access`)).body.data).toMatchObject([
      {
        accountId: of.accountId,
        accountName: 'Left Label',
        keys: [{}, {}],
        clients: [{}],
        nativeClients: [],
        webhooks: [{}],
        programs: [],
        invitations: [],
      },
    ])
    expect((await operator.ask('POST', `${path}/disable`)).status).toBe(204)
    expect(await works()).toEqual(all)
    expect((await operator.ask('POST', `${path}/disable?access=end`)).status).toBe(204)
    expect(await works()).toEqual(nothing)
    expect((await operator.ask('GET', `${path}/access`)).body.data).toEqual([])
  })
})

describe('someone who used the session for a minute', () => {
  const ping = async (bearer: string) =>
    (await team.hub.json('POST', '/mcp', { bearer, body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status

  it.each([
    [
      'a new password',
      (person: TestPerson) => person.ask('POST', '/console/api/me/password', { password: 'eleven slow boats at noon' }),
    ],
    ['signing out everywhere else', (person: TestPerson) => person.ask('DELETE', '/console/api/sessions')],
  ])('keeps no program and no sign-in link after %s', async (what, act) => {
    const person = await team.join('owner', what.replaceAll(' ', '-'))
    const other = await connectAgent(team, team.owner)
    const agent = await connectAgent(team, person)
    const link = await signInLinkFor(team.hub, person.email)
    const [token, otherToken] = [await agent.token(), await other.token()]
    expect(await ping(token)).not.toBe(401)
    expect((await act(person)).status).toBe(204)
    expect(await ping(token)).toBe(401)
    expect(await ping(otherToken)).not.toBe(401)
    expect(await readLink(link ?? '')).toMatchObject(invalid)
    expect((await person.ask('GET', '/console/api/connections')).body.data).toEqual([])
    expect(await team.newest('connection.ended')).toMatchObject({
      actor: { type: 'user', id: await team.idOf(person) },
      data: { client: agent.clientId, name: 'Night Agent' },
    })
  })
})
