import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, tokenOf } from '../../harness/people.ts'
import { sharedTeam, type Team, unknownId } from '../../harness/shared-team.ts'

describe('revokeInvitation 404', () => {
  let team: Team
  beforeAll(async () => {
    team = await sharedTeam()
  })
  const revoke = (id: string) => team.ask('DELETE', `/invitations/${id}`)
  const notFound = { status: 404, body: { error: 'invitation_not_found' } }
  const invite = async ({ ask }: Team) =>
    (await ask('POST', '/invitations', { email: `kim@${team.accountId.slice(4)}.example`, role: 'viewer' })).body

  it('finds no invitation under an unknown id, under a cut one, or of another account', async () => {
    const other = await sharedTeam()
    const { id } = await invite(other)
    for (const unknown of [`inv_${unknownId}`, 'inv_1', id])
      expect(await revoke(unknown), unknown).toMatchObject(notFound)
    expect((await other.ask('GET', '/invitations')).body.data).toMatchObject([{ id }])
  })

  it('finds none that was revoked or used', async () => {
    const gone = await invite(team)
    expect((await revoke(gone.id)).status).toBe(204)
    expect(await revoke(gone.id)).toMatchObject(notFound)
    const used = await invite(team)
    const browser = openBrowser(team.hub)
    const signUp = { token: tokenOf(used.link), name: 'Kim', password: browser.password }
    expect((await browser.ask('POST', '/console/api/sign-up', signUp)).status).toBe(200)
    expect(await revoke(used.id)).toMatchObject(notFound)
  })
})
