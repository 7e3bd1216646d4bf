import { webLocks } from './web-locks.ts'

/** Run before every file of page tests: what windows of browsers have, and the DOM of the tests lacks. */

const locks = webLocks()

Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
// Of files that were not chosen as a folder it is empty (File and Directory Entries API).
Object.defineProperty(File.prototype, 'webkitRelativePath', { configurable: true, value: '' })
