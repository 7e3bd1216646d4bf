import { afterEach } from 'vitest'
import { closeDelivery, listDeliveries } from '../../src/delivery/deliveries.ts'
import { rememberStyles } from './remember-styles.ts'
import { webLocks } from './web-locks.ts'

/** Run before every file of page tests: what windows of browsers have, and the DOM of the tests lacks. */

const shared = globalThis as typeof globalThis & { isBrowserWindow?: boolean }

if (!shared.isBrowserWindow) {
  shared.isBrowserWindow = true
  Object.defineProperty(navigator, 'locks', { configurable: true, value: webLocks() })
  // Of files that were not chosen as a folder it is empty (File and Directory Entries API).
  Object.defineProperty(File.prototype, 'webkitRelativePath', { configurable: true, value: '' })
  window.getComputedStyle = rememberStyles(window.getComputedStyle.bind(window))
}

// Page tests share one window: a delivery in progress would be on the pages of the next test.
afterEach(() => {
  for (const delivery of listDeliveries()) closeDelivery(delivery)
  localStorage.clear()
})
