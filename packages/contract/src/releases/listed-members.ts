import { Described, Id, Nullable } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** Members that lists of releases and tracks have in common: what is not set is null. */
export const listed = {
  title: Type.String({ maxLength: 500, description: 'Title, without version and featured artists' }),
  displayArtist: Nullable(Type.String({ maxLength: 500, description: 'Artists as displayed; null if none is set' })),
  label: Nullable(Type.String({ maxLength: 200, description: 'Name of the label; null if none is set' })),
  upc: Nullable(Type.String({ maxLength: 40, description: 'UPC or EAN; null if none is set or assigned yet' })),
  isrc: Nullable(Type.String({ maxLength: 40, description: 'ISRC; null if none is set or assigned yet' })),
  releaseDate: Nullable(
    Type.String({
      format: 'date',
      maxLength: 10,
      description: 'First date on which it is offered; null if none is set',
    }),
  ),
  durationMs: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 86_400_000,
      description: 'Length in milliseconds; null until the audio is analysed',
    }),
  ),
  coverUploadId: Described(Nullable(Id('upl')), 'Upload of the front cover; null if there is none'),
} as const
