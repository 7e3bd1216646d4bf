/**
 * `createServer` of node:http. To import that module is to make a view of all its members, for which Node loads its
 * WebSocket client and HTTP/2 as well: a sixth of the time a start takes. To ask for it by name loads neither.
 */
export const { createServer } = process.getBuiltinModule('node:http')
