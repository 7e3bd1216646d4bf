import { type AudioFormat, audioFormats } from '../../definition/closed-lists.ts'
import { Type } from '../../schema/type.ts'

/** The query of operations that send the audio of a track. */
export const audioQuery = Type.Object({
  format: Type.Optional(
    Type.Unsafe<AudioFormat>({
      type: 'string',
      enum: [...audioFormats],
      description: 'A compressed copy. Without it, the master',
    }),
  ),
})

/** How programs get audio: from the hub, or from where it is stored. */
export const audioAnswers = {
  200: { schema: null, description: 'The audio', mediaTypes: ['audio/*'] },
  206: { schema: null, description: 'The requested range of the audio', mediaTypes: ['audio/*'] },
  307: {
    schema: null,
    description:
      'The audio is in the object store at Location for 5 minutes. Request it there with the same Range and without credentials. Used only if the operator enabled it, and never for pages in a browser',
  },
}
