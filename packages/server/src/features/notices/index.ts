import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import type { Id } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Mail } from '../mail/index.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import type { PeopleFeature } from '../people/index.ts'
import { choiceService } from './choice-service.ts'
import { bindNoticeChoices } from './routes.ts'
import { sendNoticesJob } from './send-notices.ts'
import { bindUnsubscribe, unsubscribePath } from './unsubscribe-routes.ts'
import { unsubscribeTokens } from './unsubscribe-token.ts'

export interface NoticesOptions {
  readonly config: Pick<Config, 'mail' | 'digestHour' | 'publicUrl'>
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Keys
  readonly mail: Mail
  readonly accounts: Pick<Accounts, 'findNames'>
  readonly people: Pick<PeopleFeature, 'listAccountsOf' | 'service'>
  readonly outlets: Pick<OutletsFeature, 'list'>
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
}

/** Tells people by mail what happened in their accounts: at once, once a day or never, as they chose. */
function noticesFeature({ secrets, ...options }: NoticesOptions): Feature {
  const tokens = unsubscribeTokens(secrets)
  const choices = choiceService(options)
  const { publicUrl } = options.config
  const unsubscribeUrl = (userId: Id<'usr'>, scope: string): string =>
    `${publicUrl}${unsubscribePath}/${tokens.make({ userId, scope })}`
  return {
    jobs: [sendNoticesJob({ ...options, unsubscribeUrl })],
    bind(http) {
      bindNoticeChoices(http, choices)
      bindUnsubscribe(http, { baseUrl: publicUrl, tokens, choices })
    },
  }
}

export const notices = defineFeature({
  name: 'notices',
  needs: ['config', 'database', 'clock', 'secrets', 'mail', 'accounts', 'people', 'outlets', 'isHeld'],
  make: noticesFeature,
})
