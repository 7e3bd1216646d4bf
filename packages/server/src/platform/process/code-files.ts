import { extname, join } from 'node:path'

/**
 * Where the code of the hub is. A checkout runs the sources. The package that npm installs has compiled JavaScript in
 * `dist`, and what a checkout builds at its first start: the console and the media programs.
 */

/** The ending of code files: `.ts` in a checkout, `.js` in an installed package. */
export const codeEnding = extname(import.meta.filename)

/** The folder of a build that comes with the installed package; undefined in a checkout. */
export const packagedBuild = (name: 'console' | 'media'): string | undefined =>
  codeEnding === '.js' ? join(import.meta.dirname, '../../..', name) : undefined
