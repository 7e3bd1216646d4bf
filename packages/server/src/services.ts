import { type ComposedFeatures, composeFeatures } from './compose.ts'
import type { Config } from './config/config.ts'
import { type Accepted, compareSecrets, joinHub, withKnownUrl } from './features/hub-identity/index.ts'
import { forgetAnswers } from './http/idempotency/prune.ts'
import { type Infrastructure, openInfrastructure } from './infrastructure.ts'
import { clocksFrom } from './platform/database/database-clock.ts'
import { silentLog } from './platform/logging/log.ts'
import { openMigrated } from './platform/open-database.ts'

/** What operator commands use besides the API. */
export type Services = ReturnType<typeof servicesOf>

export const servicesOf = ({ config, database }: Infrastructure, { offers, sealed }: ComposedFeatures) => ({
  accounts: offers.accounts,
  backups: offers.backups,
  changeAccount: offers.people.changeAccount,
  changeOutlets: offers.operator.changeOutlets,
  changePerson: offers.people.change,
  clients: offers.people.clients,
  console: offers.console,
  contact: offers.contact.service,
  drops: offers.drops,
  forgetAnswers: () => forgetAnswers(database),
  identity: offers.identity,
  imports: offers.imports,
  links: offers.people.links,
  nodes: offers.nodes,
  outlets: offers.outlets,
  people: offers.people.service,
  plays: offers.plays,
  portability: offers.portability,
  registeredClients: offers.auth.registered,
  releases: offers.releases,
  reports: offers.reports,
  sealed,
  sender: config.sender,
  signingKeys: offers.signingKeys,
  uploads: { ...offers.storedUploads, ...offers.uploads },
  webhooks: offers.webhooks,
})

export interface CommandOptions {
  /** What the command changes. It is therefore not compared. */
  readonly accepted?: ReadonlySet<Accepted>
  readonly migrates?: boolean
}

/**
 * The services alone, for operator commands next to a hub that may be running. Throws ConfigError if there is no hub,
 * or another one.
 */
export async function withServices<T>(
  given: Config,
  work: (services: Services) => Promise<T>,
  { accepted = new Set(), migrates = true }: CommandOptions = {},
): Promise<T> {
  const opened = await openMigrated((options) => joinHub(given, options, accepted), {
    ...given,
    migrates,
    maxConnections: 2,
    log: silentLog,
  })
  try {
    const infrastructure = await openInfrastructure({
      config: await withKnownUrl(opened.database.system, given),
      log: silentLog,
      opened,
      ...clocksFrom({}),
      openSecrets: (belongings) => compareSecrets(belongings, accepted),
    })
    const composed = composeFeatures(infrastructure, {}, 'operator')
    const { integration, outlets } = composed.offers
    await Promise.all([integration.learnProperties(), outlets.learn()])
    return await work(servicesOf(infrastructure, composed))
  } finally {
    await opened.close()
  }
}
