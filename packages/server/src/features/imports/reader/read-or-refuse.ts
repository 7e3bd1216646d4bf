import { readMessage } from './read-message.ts'
import type { Reading } from './reading.ts'
import { RefusedMessage } from './refused-message.ts'

/** Throws only for a defect of the hub. */
export function readOrRefuse(message: Uint8Array): Reading {
  try {
    return { outcome: 'read', message: readMessage(message) }
  } catch (error) {
    if (!(error instanceof RefusedMessage)) throw error
    return { outcome: 'refused', code: error.code, detail: error.message, line: error.line ?? null }
  }
}
