export { type Accounts, type ActiveClient, type Client, createAccounts } from './service.ts'
export { clientsChannel } from './store.ts'
