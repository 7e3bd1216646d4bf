import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { ContactFeature } from '../contact/index.ts'
import type { PeopleFeature } from '../people/index.ts'
import type { Releases } from '../releases/index.ts'
import { bindInbox, type InboxRoutes } from './inbox/routes.ts'
import { type ChangeOutlets, type ChangeOutletsOptions, changeOutlets } from './outlets/change-outlets.ts'
import { bindOutletsOfHub, type OutletRoutes } from './outlets/routes.ts'
import { bindPeopleOfHub, type PeopleRoutes } from './people/routes.ts'
import { bindReviews, type ReviewRoutes } from './reviews/routes.ts'
import { bindSystem, type SystemRoutes } from './system/routes.ts'

/**
 * The pages of the operator: what other features offer about the whole hub, for people who run it. Nothing is stored
 * here; everyone else is refused before any of this runs (`needsOperator` in the contract).
 */
export interface OperatorOptions
  extends Omit<
    AllRoutes,
    | 'reviews'
    | 'atOutlets'
    | 'contact'
    | 'people'
    | 'changePerson'
    | 'changeAccount'
    | 'links'
    | 'audit'
    | 'changeOutlets'
    | 'quotaLimits'
    | 'startedAt'
  > {
  readonly config: AllRoutes['config'] & Pick<Config, 'quotas'>
  readonly outlets: AllRoutes['outlets'] & ChangeOutletsOptions['outlets']
  readonly releases: Pick<Releases, 'reviews' | 'atOutlets'>
  readonly contact: Pick<ContactFeature, 'service'>
  readonly people: Pick<PeopleFeature, 'service' | 'change' | 'changeAccount' | 'links' | 'audit'>
}

/** The operator's pages, and what commands share with them. */
export interface OperatorFeature extends Feature {
  readonly changeOutlets: ChangeOutlets
}

type AllRoutes = ReviewRoutes & InboxRoutes & PeopleRoutes & SystemRoutes & OutletRoutes

function operatorFeature({ releases, contact, people, ...shared }: OperatorOptions): OperatorFeature {
  const routes: AllRoutes = {
    ...shared,
    reviews: releases.reviews,
    atOutlets: releases.atOutlets,
    contact: contact.service,
    people: people.service,
    changePerson: people.change,
    changeAccount: people.changeAccount,
    links: people.links,
    audit: people.audit,
    changeOutlets: changeOutlets({ ...shared, atOutlets: releases.atOutlets, audit: people.audit }),
    quotaLimits: shared.config.quotas,
    startedAt: new Date(shared.clock.now()),
  }
  return {
    changeOutlets: routes.changeOutlets,
    bind(http) {
      bindReviews(http, routes)
      bindInbox(http, routes)
      bindPeopleOfHub(http, routes)
      bindSystem(http, routes)
      bindOutletsOfHub(http, routes)
    },
  }
}

export const operator = defineFeature({
  name: 'operator',
  needs: [
    'config',
    'database',
    'clock',
    'accounts',
    'health',
    'integration',
    'outlets',
    'plays',
    'previews',
    'releases',
    'contact',
    'people',
    'signingKeys',
  ],
  make: operatorFeature,
})
