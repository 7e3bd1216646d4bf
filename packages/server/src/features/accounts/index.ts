export { type Accounts, type ActiveClient, createAccounts } from './service.ts'
export { clientsChannel } from './store.ts'
