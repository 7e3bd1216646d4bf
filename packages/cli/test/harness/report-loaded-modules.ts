import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** Loaded before a program (`node --import`): writes the address of every module it loads to the file LOADED_MODULES names. */

const loaded: string[] = []
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('node:')) loaded.push(url)
    return nextLoad(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env.LOADED_MODULES ?? '', JSON.stringify(loaded)))
