import { readBuildIdentity } from '@spindle/command-line'

/** The version of the hub, from its package.json, and the version with the commit that it was built from. */
export const { version: hubVersion, build: hubBuild } = readBuildIdentity(
  new URL('../../../package.json', import.meta.url),
)
