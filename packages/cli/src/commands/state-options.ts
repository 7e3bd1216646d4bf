import { choice, type OptionDefinition, text } from '@spindle/command-line'
import { deliveryStates } from '@spindle/contract/vocabulary'

/** Undefined if it is not given, which is not the same as no. */
function truth(flags: string, summary: string): OptionDefinition<boolean | undefined> {
  const words = choice(flags, summary, ['true', 'false'])
  return { ...words, read: (given) => words.read?.(given, undefined) === 'true', defaultValue: undefined }
}

/** Options that choose releases by their deliveries, and by what there is to do. */
export const stateOptions = {
  deliveredTo: text('--delivered-to <outlet>', 'Only releases with a delivery to this outlet'),
  deliveryState: choice(
    '--delivery-state <state>',
    'Only releases in this state at that outlet, or at any (failed includes refused)',
    deliveryStates,
  ),
  deliveryReason: text('--delivery-reason <text>', 'Only releases whose delivery failed or was refused with this text'),
  hasErrors: truth('--has-errors <true|false>', 'Only releases with, or without, findings that block submission'),
  hasUnsentChanges: truth('--has-unsent-changes <true|false>', 'Only releases with, or without, unsubmitted changes'),
  needsAttention: truth('--needs-attention <true|false>', 'Only releases that need a person, or only the others'),
}
