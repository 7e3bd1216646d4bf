import { openPicture } from './open-picture.ts'
import { writeOutput } from './write-report.ts'

/** Entry of the child process that makes a small WebP of a picture: its bytes are all it says. Nothing of EXIF remains. */

const pixels = Number(process.argv[3])
const { picture } = await openPicture()
writeOutput(
  await picture
    .autoOrient()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer(),
)
