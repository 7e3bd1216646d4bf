/** What the header of a picture contains. */
export interface PictureFormat {
  readonly container: 'jpeg' | 'png' | 'webp' | 'tiff'
  readonly width: number
  readonly height: number
  readonly colour: 'rgb' | 'grey' | 'cmyk' | 'unknown'
  readonly hasAlpha: boolean
}
