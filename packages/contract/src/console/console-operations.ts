import type { Operation } from '../definition/operation.ts'
import { activityOperations } from './activity-operations.ts'
import { memberOperations } from './member-operations.ts'
import { nativeClientOperations } from './native-client-operations.ts'
import { noticeOperations } from './notice-operations.ts'
import { inboxOperations } from './operator/inbox.ts'
import { outletSetupOperations } from './operator/outlet-setup.ts'
import { outletsOfHubOperations } from './operator/outlets.ts'
import { peopleOperations } from './operator/people.ts'
import { reviewOperations } from './operator/reviews.ts'
import { systemOperations } from './operator/system.ts'
import { getReleaseChanges, getReleaseWithUploads } from './release-operations.ts'
import { serviceClientOperations } from './service-client-operations.ts'
import {
  allowAuthorization,
  endConnection,
  getAuthorizationRequest,
  getToolEndpoints,
  listConnections,
  refuseAuthorization,
} from './sign-in/authorization-operations.ts'
import { outsideOperations } from './sign-in/outside-operations.ts'
import {
  addPasskey,
  beginFirstPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  deletePasskey,
  finishPasskeyConfirmation,
  finishPasskeySignIn,
  listPasskeys,
  renamePasskey,
} from './sign-in/passkey-operations.ts'
import {
  confirmSession,
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  setPassword,
  signOut,
  updateProfile,
} from './sign-in/session-operations.ts'
import {
  acceptInvitation,
  getHubFacts,
  readLink,
  setUpHub,
  signInByLink,
  signInByPassword,
  signUpByInvitation,
} from './sign-in/sign-in-operations.ts'
import { listStores } from './store-operations.ts'

/**
 * The operations of the console's pages, beside those of the API. They serve this hub's own pages, take a cookie,
 * and may change with them; so they are neither in `openapi.json` nor in the typed client.
 */
export const consoleOperations: readonly Operation[] = [
  getHubFacts,
  setUpHub,
  signInByPassword,
  signInByLink,
  readLink,
  beginFirstPasskey,
  signUpByInvitation,
  acceptInvitation,
  getSession,
  confirmSession,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  setPassword,
  updateProfile,
  ...noticeOperations,
  beginPasskeySignIn,
  finishPasskeySignIn,
  beginPasskeyConfirmation,
  finishPasskeyConfirmation,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  deletePasskey,
  ...outsideOperations,
  ...reviewOperations,
  getAuthorizationRequest,
  allowAuthorization,
  refuseAuthorization,
  listConnections,
  endConnection,
  getToolEndpoints,
  ...inboxOperations,
  ...peopleOperations,
  ...systemOperations,
  ...outletsOfHubOperations,
  ...outletSetupOperations,
  ...memberOperations,
  ...serviceClientOperations,
  ...nativeClientOperations,
  ...activityOperations,
  getReleaseWithUploads,
  getReleaseChanges,
  listStores,
]
