/** A position in the feed of a property: what a cursor of the feed holds, and an id of an event. */
export interface FeedPosition {
  readonly timeline: string
  readonly position: number
}

export const formatFeedPosition = ({ timeline, position }: FeedPosition): string => `${timeline}:${position}`

/** A position without a timeline was given by a hub that knew none: it belongs to no timeline of this one. */
export function parseFeedPosition(text: string): FeedPosition {
  const at = text.lastIndexOf(':')
  return { timeline: text.slice(0, Math.max(at, 0)), position: Number(text.slice(at + 1)) }
}
