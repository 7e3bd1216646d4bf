import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nameSources } from './name-sources.ts'

/** The first module of the bundle. Only `resolve` starts from the bundle: other members tell the place of this source. */

nameSources(dirname(fileURLToPath(import.meta.resolve('./stack-traces.ts'))))
