/**
 * `createServer` of node:http. Importing the module creates a view of all its members, for which Node also loads its
 * WebSocket client and HTTP/2: a sixth of the start time. Requesting it by name loads neither.
 */
export const { createServer } = process.getBuiltinModule('node:http')
