import {
  compareMessage as compare,
  getDeliveryProof,
  getReleaseMessage,
  listReleaseMessages,
  previewMessage as preview,
} from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import { route } from '../../http/routing/route.ts'
import type { Clock } from '../../platform/clock.ts'
import { programRunner } from '../../platform/programs/run-program.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { SigningKeys } from '../auth/index.ts'
import { type OutletsFeature, requireOutlet } from '../outlets/index.ts'
import type { Previews } from '../previews/index.ts'
import type { Releases } from '../releases/index.ts'
import { compareMessage } from './compare-message.ts'
import type { ConvertCover } from './convert-cover.ts'
import { proveDelivery } from './messages/delivery-proof.ts'
import { listMessages, openMessage } from './messages/read-messages.ts'
import { asStoreSettings } from './outlet-settings.ts'
import { type PreviewReceiver, type PreviewSources, plainReceiver, previewMessage } from './preview-message.ts'
import { runFolderFinder } from './programs/find-run-folder.ts'
import { programOutlet } from './programs/program-outlet.ts'
import type { StoreOutletOptions } from './sending/connect-to-store.ts'
import { storeOutlets } from './sending/store-outlets.ts'

export type { ConvertCover } from './convert-cover.ts'
export { productTerms, secondBefore, type Terms, type TrackOffer, trackTerms } from './ern/deal-terms.ts'
export type { ErnParty } from './ern/ern-model.ts'
export {
  asStoreSettings,
  type FolderSettings,
  quirks,
  type S3Settings,
  type SftpSettings,
  type StoreSettings,
} from './outlet-settings.ts'
export { batchIdOf } from './packages/package-paths.ts'
export { takenStatus, writeAcknowledgement } from './packages/write-acknowledgement.ts'
export { putText } from './packages/write-package.ts'
export {
  longestRunSeconds,
  type ProgramPlace,
  type ProgramSettings,
  wholePackages,
} from './programs/program-settings.ts'
export { runSteps, type Step, type TestStep } from './run-steps.ts'
export { storeOutlets } from './sending/store-outlets.ts'
export { SetupRefused } from './setup/setup-refused.ts'
export { bucketPlace, type StoredSignIn, storedSignIn } from './setup/sign-in-setup.ts'
export {
  changeSettings,
  completeSettings,
  type GivenStore,
  requireTerritories,
  type SettableSettings,
} from './setup/store-setup.ts'
export { testAddedOutlet, writingSteps } from './test-transport.ts'
export { OperatorNeeded } from './transports/failures.ts'
export {
  type FolderPlace,
  openTransport,
  type Place,
  type SignedSftpPlace,
  type StoreKind,
} from './transports/open-transport.ts'
export { KeyRefused, readPrivateKey } from './transports/private-key.ts'
export { readHostKey } from './transports/read-host-key.ts'
export type { S3Place } from './transports/s3-transport.ts'
export type { OpenTransport } from './transports/transport.ts'

/** Releases in the language of stores: DDEX ERN 4.3 to 4.3.2. */

export interface InterchangeOptions extends Pick<PreviewSources, 'sender'> {
  readonly releases: Pick<Releases, 'findMessageEvents' | 'readContent' | 'readRevision' | 'requireRelease'>
  readonly outlets: Pick<OutletsFeature, 'list'>
  readonly previews: Pick<Previews, 'openCoverJpeg'>
  readonly signingKeys: Pick<SigningKeys, 'sign'>
  readonly clock: Clock
  readonly config: Pick<Config, 'publicUrl' | 'authIssuer'>
}

function interchangeFeature(options: InterchangeOptions): Feature {
  const { releases, sender, outlets, previews, signingKeys, clock, config } = options
  const getReceiver = (outletId: string): PreviewReceiver => {
    const { settings } = requireOutlet(outlets, outletId)
    return settings === undefined ? plainReceiver : asStoreSettings(settings)
  }
  const sources = { releases, sender, convertCover: previews.openCoverJpeg, getReceiver }
  const hasKeys = config.authIssuer === undefined
  const proofs = { releases, clock, publicUrl: config.publicUrl, signingKeys: hasKeys ? signingKeys : undefined }
  return {
    bind(http) {
      route(http, preview, async ({ tenant, params: { releaseId }, query: { outlet } }) => ({
        body: await previewMessage(sources, tenant, { releaseId, outlet }),
      }))
      route(http, compare, async ({ tenant, params: { releaseId }, query: { outlet } }) => ({
        body: await compareMessage(sources, tenant, { releaseId, outlet }),
      }))
      route(http, listReleaseMessages, async ({ tenant, params: { releaseId }, page }) => ({
        page: await listMessages(releases, tenant, releaseId, page),
      }))
      route(http, getReleaseMessage, ({ tenant, params }) => openMessage(tenant, params))
      route(http, getDeliveryProof, async ({ tenant, params }) => ({
        body: await proveDelivery(proofs, tenant, params),
      }))
    },
  }
}

export const interchange = defineFeature({
  name: 'interchange',
  needs: ['releases', 'outlets', 'sender', 'previews', 'signingKeys', 'clock', 'config'],
  make: interchangeFeature,
})

export interface StoreAdaptersNeeds extends Omit<StoreOutletOptions, 'convertCover' | 'outlets'> {
  readonly previews: { readonly openCoverJpeg: ConvertCover }
  readonly outletRecords: StoreOutletOptions['outlets']
  readonly config: Pick<Config, 'dataDir' | 'blobs'>
}

/** What the hub has for stores that the operator adds as outlets. */
export const storeAdapters = defineFeature({
  name: 'storeAdapters',
  needs: ['database', 'clock', 'ids', 'log', 'sender', 'previews', 'outletRecords', 'config'],
  make: ({ previews, outletRecords, config, ...rest }: StoreAdaptersNeeds) => {
    const options = { ...rest, convertCover: previews.openCoverJpeg, outlets: outletRecords }
    const runner = programRunner()
    const program = programOutlet({ ...options, runner, findRunFolder: runFolderFinder(config) })
    return { adapters: [...storeOutlets(options), program], drain: () => runner.stop() }
  },
})
