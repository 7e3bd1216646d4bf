import { hash } from 'node:crypto'

/** SHA-256 of a text (as UTF-8) or of bytes. What arrives in parts is hashed by whoever receives it. */
export const sha256 = (content: string | Uint8Array): Buffer => hash('sha256', content, 'buffer')
