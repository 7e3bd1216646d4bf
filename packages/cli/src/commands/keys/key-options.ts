import { duration, instant, type OptionDefinition, parseChoice } from '@spindle/command-line'
import type { OverlapSeconds } from '@spindle/contract'

/** When a key ends, in UTC. */
export const expiry = (flags: string, summary: string): OptionDefinition<string | undefined> => ({
  flags,
  summary,
  read: (given) => {
    if (/^\d+[a-z]$/.test(given))
      return new Date(Date.now() + (duration(flags, summary).read?.(given, undefined) ?? 0) * 1000).toISOString()
    return instant(flags, summary).read?.(given, undefined)
  },
  defaultValue: undefined,
})

const overlaps = { '0': 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const satisfies Record<string, OverlapSeconds>
const overlapNames = Object.keys(overlaps) as readonly (keyof typeof overlaps)[]

/** How long both keys keep working, in seconds; the hub accepts only these values. */
export const overlap = (flags: string, summary: string): OptionDefinition<OverlapSeconds> => ({
  flags,
  summary,
  choices: overlapNames,
  read: (given) => overlaps[parseChoice(flags, given, overlapNames)],
  defaultValue: 86_400,
})
