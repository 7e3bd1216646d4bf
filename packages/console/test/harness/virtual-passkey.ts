import type { Page } from 'playwright-core'

/** A virtual authenticator of Chromium: it stores passkeys, and its person always confirms. */
export interface VirtualPasskeys {
  /** How many passkeys it keeps. */
  count(): Promise<number>
  /** From now on its person confirms, or does not answer at all. */
  setPresent(isPresent: boolean): Promise<void>
}

export async function addVirtualPasskeys(page: Page): Promise<VirtualPasskeys> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setPresent: (enabled) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }).then(() => {}),
  }
}
