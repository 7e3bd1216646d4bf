export { accountQuotas, type QuotaLimits, type Quotas } from './quotas.ts'
export { type AccountFigures, type Accounts, type ActiveClient, accountService } from './service.ts'
export {
  type AccountRow,
  bringAccount,
  clientsChannel,
  deleteAccount,
  findAccount,
  findAccountNames,
  lockAccount,
} from './store.ts'
export { accountSuspensions } from './suspensions.ts'
export { noUsage } from './usage-store.ts'
