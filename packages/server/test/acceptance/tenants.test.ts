import { testOtherAccounts } from './tenants/other-accounts.ts'

testOtherAccounts(200)
