export { accountQuotas, type QuotaLimits, type Quotas } from './quotas.ts'
export { type AccountFigures, type Accounts, type ActiveClient, accountService } from './service.ts'
export { clientsChannel } from './store.ts'
export { noUsage } from './usage-store.ts'
