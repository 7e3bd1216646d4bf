import { defineFeature } from '../../wiring/define-feature.ts'
import { identityCommands } from './belongings.ts'

export {
  type Accepted,
  type Belongings,
  claimSecrets,
  compareSecrets,
  noteBelongings,
  withKnownUrl,
} from './belongings.ts'
export { isUrlSet } from './compare-identity.ts'
export { checkHub, joinHub, joinToMigrate, openForStart } from './find-hub.ts'
export { forgetSecretId } from './identity-queries.ts'

export const identity = defineFeature({
  name: 'identity',
  needs: ['database', 'secrets', 'config'],
  make: identityCommands,
})
