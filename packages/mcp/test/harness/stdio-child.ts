import { Spindle } from '@spindle/client'
import { parseGate, serveStdio } from '../../src/index.ts'

/** A separate process, like `spindle mcp`. */
const { HUB_URL: baseUrl = '', HUB_KEY: apiKey, HUB_GATE: gate } = process.env
await serveStdio({ client: new Spindle({ baseUrl, apiKey }), baseUrl, gate: parseGate(gate) })
console.error('the conversation has ended')
