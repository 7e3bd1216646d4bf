import { openPicture } from './open-picture.ts'
import { writeOutput } from './write-report.ts'

/**
 * Entry of the child process that makes a JPEG of a cover as stores take it: sRGB, upright, white where nothing is. Its
 * bytes are all it says, and nothing of EXIF remains.
 */

const { picture } = await openPicture()
writeOutput(
  await picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer(),
)
