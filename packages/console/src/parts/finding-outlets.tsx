import type { Finding } from '@spindle/client'
import { words } from '../words/words.ts'

/** The outlets that a finding matters to, all of them: its message names the first few. */
export const FindingOutlets = ({ outlets }: { readonly outlets: Finding['outlets'] | undefined }) =>
  outlets !== undefined && (
    <p className="small soft">
      <bdi>{words.release.checks.outlets(outlets.map(({ name }) => name))}</bdi>
    </p>
  )
