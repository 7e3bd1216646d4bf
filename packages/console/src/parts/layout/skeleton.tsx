import { words } from '../../words/words.ts'

const rowHeight = 52

/** A placeholder while something loads. Its style shows it after 200 ms, so that a fast answer does not flicker. */
export const Skeleton = ({ rows }: { readonly rows: number }) => (
  <div className="skeleton" role="status" style={{ height: rows * rowHeight }}>
    <span className="visually-hidden">{words.loading}</span>
  </div>
)
