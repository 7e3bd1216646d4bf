import type { Operation } from '../operations/operation.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  deletePasskey,
  finishPasskeyConfirmation,
  finishPasskeySignIn,
  listPasskeys,
  renamePasskey,
} from './passkey-operations.ts'
import {
  confirmSession,
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  setPassword,
  signOut,
} from './session-operations.ts'
import {
  acceptInvitation,
  getHubFacts,
  readLink,
  setUpHub,
  signInByLink,
  signInByPassword,
  signUpByInvitation,
} from './sign-in-operations.ts'

/**
 * What pages of the console ask the hub, beside the operations of the API. They serve this hub's own pages, take a cookie,
 * and may change with them; so they stand neither in `openapi.json` nor in the typed client.
 */
export const consoleOperations: readonly Operation[] = [
  getHubFacts,
  setUpHub,
  signInByPassword,
  signInByLink,
  readLink,
  signUpByInvitation,
  acceptInvitation,
  getSession,
  confirmSession,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  setPassword,
  beginPasskeySignIn,
  finishPasskeySignIn,
  beginPasskeyConfirmation,
  finishPasskeyConfirmation,
  listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  deletePasskey,
]
