import { join, relative } from 'node:path'
import starlight from '@astrojs/starlight'
import type { AstroInlineConfig } from 'astro'
import type { MenuGroup } from './prepare-site.ts'

/**
 * Astro with Starlight, without a configuration file: the build gives it the menu. The folder has what `prepareSite` wrote, and
 * is in the repository, because Astro runs what it compiles there with packages of node_modules.
 */
export const astroOptions = (work: string, menu: readonly MenuGroup[]): AstroInlineConfig => ({
  configFile: false,
  // It warns of what the site does not have: translations, a page of its own for 404, an address.
  logLevel: 'error',
  root: work,
  srcDir: import.meta.dirname,
  publicDir: join(work, 'public'),
  cacheDir: join(work, 'cache'),
  outDir: join(work, 'output'),
  trailingSlash: 'always',
  // npm may put other versions of what Astro needs where it would look for them at the end of the build.
  vite: { environments: { prerender: { resolve: { noExternal: true } } } },
  integrations: [
    starlight({
      title: 'Spindle',
      description: 'An open, self-hostable music delivery hub',
      sidebar: menu.map(({ items, ...group }) => ({ ...group, items: [...items] })),
      // Not every block is a terminal.
      expressiveCode: { defaultProps: { frame: 'none' } },
      customCss: [`./${relative(work, join(import.meta.dirname, 'style.css'))}`],
    }),
  ],
})
