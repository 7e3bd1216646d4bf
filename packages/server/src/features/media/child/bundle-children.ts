import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { childNames } from './child-files.ts'

/**
 * A separate program, because the bundler keeps its memory: each child as one file without types, in the folder named.
 */

const [outDir = ''] = process.argv.slice(2)

for (const name of childNames) {
  const bundle = await rolldown({
    input: join(import.meta.dirname, `${name}-child.ts`),
    platform: 'node',
    // What decodes stays what it is, and where it is.
    external: ['sharp', 'mpg123-decoder', 'wasm-media-encoders/esnext'],
  })
  await bundle.write({ file: join(outDir, `${name}-child.mjs`), format: 'esm', codeSplitting: false })
}
