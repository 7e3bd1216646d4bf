import { unchangedCover } from '../unchanged-cover.ts'
import { isAsStoresTakeIt } from './describe-cover.ts'
import { openPicture } from './open-picture.ts'
import { writeOutput } from './write-report.ts'

/**
 * Entry of the child process that makes a JPEG of a cover as stores take it: sRGB, upright, white where nothing is, the
 * first frame. Its bytes are all it says, and nothing of EXIF remains. A cover that is so already stays as it is.
 */

const { picture, metadata, bytes } = await openPicture()
writeOutput(
  isAsStoresTakeIt(metadata, bytes)
    ? unchangedCover
    : await picture
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer(),
)
