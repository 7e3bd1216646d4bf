import { OperatorNeeded, StepFailed, type StoreStep } from './failures.ts'
import type { OpenTransport, Transport } from './transport.ts'

/** The same transport; a failure of the store says which step it was. */
export function nameSteps(transport: OpenTransport): OpenTransport {
  const { rename } = transport
  return {
    ...transport,
    stat: (path) => named('stat', () => transport.stat(path)),
    list: (path) => named('list', () => transport.list(path)),
    mkdirs: (path) => named('mkdirs', () => transport.mkdirs(path)),
    putStream: (path, content, signal) => named('write', () => transport.putStream(path, content, signal)),
    rename: rename && ((from, to) => named('rename', () => rename(from, to))),
    read: (path, maxBytes) => named('read', () => transport.read(path, maxBytes)),
    remove: (path) => named('remove', () => transport.remove(path)),
  }
}

/** The same place, where files have their names from the start: not every store lets the hub rename. */
export const inPlace = <T extends Transport>(transport: T): T => ({ ...transport, rename: undefined, showsParts: true })

/** Numbers of SFTP and codes of systems are the store's. Aborts, and files that differ from the upload, are not. */
const isOfStore = (error: Error): boolean => {
  const { code, name } = error as { readonly code?: unknown; readonly name: string }
  return code !== undefined && name !== 'AbortError' && name !== 'TimeoutError'
}

async function named<T>(step: StoreStep, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof OperatorNeeded || error instanceof StepFailed) throw error
    throw isOfStore(error) ? new StepFailed(step, error) : error
  }
}
