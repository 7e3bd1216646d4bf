import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const entry = resolve(import.meta.dirname, '../../packages/player/src/index.ts')

/** The player as one module that a page loads as it is. Answers its code, and writes it where a file is named. */
export async function bundlePlayer(file?: string): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    transform: { target: 'es2022' },
    tsconfig: join(entry, '../../tsconfig.json'),
  })
  const options = { format: 'esm', minify: true, codeSplitting: false } as const
  const { output } = await (file === undefined ? bundle.generate(options) : bundle.write({ ...options, file }))
  await bundle.close()
  return output[0].code
}
