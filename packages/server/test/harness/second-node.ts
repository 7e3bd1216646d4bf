import { connectAsHub } from './connect.ts'
import { startTestHub, type TestHub, type TestHubOptions } from './hub.ts'

/** Another node of the same hub: the same database and storage, with separate connections and memory. */
export async function startSecondNode(first: TestHub, options: TestHubOptions = {}): Promise<TestHub> {
  const { connection } = first.opened
  const database = await connectAsHub(connection, 5)
  return startTestHub({
    ...options,
    environment: { SPINDLE_DATA_DIR: first.dataDir, ...options.environment },
    overrides: { ...options.overrides, openDatabase: { database, connection, close: () => database.close() } },
  })
}
