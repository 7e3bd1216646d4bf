/** A mark and the tone of a chip; the mark says the same as the colour. */
export type ChipLook = readonly [mark: string, tone: 'good' | 'info' | 'warn' | 'danger' | 'idle']

/** A state in one word. */
export const MarkChip = ({ look: [mark, tone], text }: { readonly look: ChipLook; readonly text: string }) => (
  <span className={`chip ${tone}`}>
    <span aria-hidden="true">{mark}</span> {text}
  </span>
)
