import { defineFeature } from '../../wiring/define-feature.ts'
import { accountService } from './service.ts'

export {
  type AccountRow,
  clientsChannel,
  deleteAccount,
  findAccount,
  findAccountNames,
  insertNewAccount,
  lockAccount,
} from './account-queries.ts'
export { type AccountStates, type AccountStatesOptions, accountStates } from './account-states.ts'
export { isOpen, type MoveIn } from './move-in.ts'
export { accountQuotas, type QuotaLimits, type Quotas } from './quotas.ts'
export type { AccountFigures, Accounts, ActiveClient } from './service.ts'
export { noUsage } from './usage-queries.ts'

export const accounts = defineFeature({
  name: 'accounts',
  needs: ['database', 'notifications', 'ids', 'clock'],
  make: accountService,
})
