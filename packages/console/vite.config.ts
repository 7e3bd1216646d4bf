import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** How the console is built; the hub does it (`features/console/find-build.ts`) when there is no build of these sources. */
export default defineConfig({
  // The hub puts the address of the console in front: it may be below a path.
  base: './',
  build: {
    target: 'es2023',
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    // Inline code and styles are refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: { onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning) },
  },
  plugins: [compressed()],
})

const minBytes = 1_024

/** `.br` and `.gz` beside every text, so that the hub compresses nothing while it serves. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    enforce: 'post',
    generateBundle: {
      // After Vite has put in which files each page needs: what is compressed is what is served.
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (!/\.(js|css|svg)$/.test(fileName) || bytes.length < minBytes) continue
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(bytes, { params }) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) })
        }
      },
    },
  }
}
