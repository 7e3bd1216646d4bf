import { startClickHouse } from '../harness/clickhouse/chdb.ts'
import { describeLedger } from '../harness/ledger-conformance.ts'

const clickHouse = await startClickHouse()
describeLedger('ClickHouse', await clickHouse.environment())
