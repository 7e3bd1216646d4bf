import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestPerson, tokenOf } from '../../harness/people.ts'
import { sharedOperator } from '../../harness/shared-hub.ts'
import { sharedTeam, type Team } from '../../harness/shared-team.ts'

describe('makeSignInLink 201', () => {
  let team: Team
  let operator: TestPerson
  beforeAll(async () => {
    team = await sharedTeam()
    operator = await sharedOperator()
  })
  const decide = (id: string, what: string, body?: object) =>
    operator.ask('POST', `/console/api/operator/people/${id}/${what}`, body)
  const told = (id: string) =>
    team.hub.opened.database.system.rows<{ type: string; actor: object }>(
      "select type, actor from hub_audit_events where data ->> 'user' = $1 order by id",
      [id],
    )
  const actor = { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' }
  const signIn = (link: string) =>
    openBrowser(team.hub).ask('POST', '/console/api/sign-in/link', { token: tokenOf(link) })

  it('makes a link that signs the person in once, for 30 minutes, and writes down who made it', async () => {
    const id = await team.idOf(await team.join('manager', 'tom'))
    const before = Date.now()
    const made = await decide(id, 'sign-in-link')
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      accountId: null,
      link: expect.stringMatching(new RegExp(`^${team.hub.url}/console/sign-in#[\\w-]{43}$`)),
      isMailed: false,
      expiresAt: expect.any(String),
    })
    const expiresMs = Date.parse(made.body.expiresAt)
    expect(expiresMs).toBeGreaterThanOrEqual(before + 1_800_000)
    expect(expiresMs).toBeLessThanOrEqual(Date.now() + 1_800_000)
    expect((await signIn(made.body.link)).body).toMatchObject({ user: { id }, session: { way: 'link' } })
    expect((await signIn(made.body.link)).body.error).toBe('link_invalid')
    expect(await told(id)).toContainEqual({ type: 'link.created', actor })
  })

  it('ends the link before', async () => {
    const id = await team.idOf(await team.join('viewer', 'kim'))
    const [old, current] = [await decide(id, 'sign-in-link'), await decide(id, 'sign-in-link')]
    expect((await signIn(old.body.link)).body.error).toBe('link_invalid')
    expect((await signIn(current.body.link)).status).toBe(200)
  })
})
