import { describe, expect, it } from 'vitest'
import { startProviderHub } from '../../harness/provider-hub.ts'

describe('beginOutsideConfirmation 503', () => {
  it('reports that the provider does not respond, and confirms nothing', async () => {
    const { hub, provider, operator } = await startProviderHub({ behaviour: 'down' })
    await hub.opened.database.system.execute(
      `insert into outside_identities (id, user_id, issuer, subject, created_at)
       select $1, id, $2, 'mia', now() from users where email = $3`,
      [hub.hub.http.ids.make('idn'), provider.url, operator.email],
    )
    const answer = await operator.ask('POST', '/console/api/session/confirm/outside/begin')
    expect(answer).toMatchObject({
      status: 503,
      body: {
        error: 'provider_unavailable',
        detail: 'Acme did not respond correctly. Try again in a moment, or sign in another way.',
      },
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})
