export {
  type Accepted,
  type Belongings,
  claimSecrets,
  compareSecrets,
  identityCommands,
  noteBelongings,
  withKnownUrl,
} from './belongings.ts'
export { isUrlSet } from './compare-identity.ts'
export { checkHub, joinHub, joinToMigrate, openForStart } from './find-hub.ts'
export { forgetSecretId } from './identity-store.ts'
