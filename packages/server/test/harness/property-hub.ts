import { startTestHub, type TestHub } from './hub.ts'
import { setUpOperator, type TestPerson } from './people.ts'

/** Secrets that can be recognised in any output. */
export const propertyToken = 'canaryIntegrationTokenOfSiteA0123456789'
export const metricsToken = 'canaryMetricsToken0123456789'
export const hubSecret = 'canaryHubSecret0123456789abcdefghijklmnop'

/** A hub with two properties, of which `site-a` has the token above, and its operator. */
export async function startPropertyHub(): Promise<{ hub: TestHub; operator: TestPerson }> {
  const hub = await startTestHub({
    role: 'api',
    environment: {
      SPINDLE_INTEGRATION_TOKENS: `site-a=${propertyToken},site-b=${'b'.repeat(32)}`,
      SPINDLE_METRICS_TOKEN: metricsToken,
      SPINDLE_SECRET: hubSecret,
      SPINDLE_SANDBOX_OUTLET: 'on',
    },
  })
  return { hub, operator: await setUpOperator(hub) }
}
