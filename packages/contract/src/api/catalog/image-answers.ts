import { type ImageSize, imageSizes } from '../../definition/closed-lists.ts'
import { Type } from '../../schema/type.ts'

/** The query of operations that send a small version of an image. */
export const imageQuery = Type.Object({
  size: Type.Optional(
    Type.Unsafe<ImageSize>({
      type: 'integer',
      enum: [...imageSizes],
      default: 256,
      description: 'Length of the longer side in pixels',
    }),
  ),
})

/** What they answer. */
export const imageAnswers = {
  200: { schema: null, description: 'The image', mediaTypes: ['image/webp'] },
  206: { schema: null, description: 'The requested range of the image', mediaTypes: ['image/webp'] },
} as const
