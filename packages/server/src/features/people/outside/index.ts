import type { Config } from '../../../config/config.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { Audit } from '../audit/audit.ts'
import type { KeepIdentity } from '../identities/keep-identity.ts'
import type { ProveAddress } from '../profile/prove-address.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Enrolment } from '../sign-in/enrolment.ts'
import { wayIsOff } from '../users/sign-in-methods.ts'
import { type Identities, identityService } from './identities.ts'
import { type OutsideSignIn, outsideSignIn } from './outside-sign-in.ts'
import { outsideProvider } from './provider.ts'
import { providerFailures } from './provider-failures.ts'
import { type OutsideDesk, outsideRequests } from './requests.ts'

/** The outside provider as the rest of the feature uses it; every call throws `state_conflict` without a provider. */
export interface Outside {
  readonly signIn: OutsideSignIn
  readonly identities: Identities
}

export interface OutsideOptions {
  readonly config: Pick<Config, 'publicUrl' | 'signIn'>
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly audit: Audit
  readonly sessions: Sessions
  readonly enrolment: Enrolment
  readonly keep: KeepIdentity
  readonly proveAddress: ProveAddress
  /** The time limit for each answer of the provider. */
  readonly timeoutMs?: number | undefined
}

const usualTimeoutMs = 10_000

export function outsideSignInParts(options: OutsideOptions): Outside {
  const { config, timeoutMs = usualTimeoutMs, clock, log, database } = options
  const { ways, provider: settings } = config.signIn
  const open = (): OutsideDesk | undefined => {
    if (!settings || !ways.includes('outside')) return undefined
    const failures = providerFailures({ name: settings.name, log })
    const provider = outsideProvider({ settings, publicUrl: config.publicUrl, failures, clock, timeoutMs })
    return { settings, requests: outsideRequests({ database, clock, settings, provider, failures }) }
  }
  const opened = open()
  const desk = (): OutsideDesk => {
    if (opened) return opened
    throw wayIsOff('outside')
  }
  return {
    signIn: outsideSignIn({ ...options, desk }),
    identities: identityService({ ...options, signIn: config.signIn, desk }),
  }
}
