/**
 * What was most likely meant by `given`, or undefined: a name in another case, else one with a few wrong letters. Pure.
 */
export function findNearestName(given: string, candidates: readonly string[]): string | undefined {
  const typed = given.toLowerCase()
  const sameLetters = candidates.find((candidate) => candidate.toLowerCase() === typed)
  // Short codes are all slips of each other, and long texts are not worth comparing.
  if (sameLetters !== undefined || typed.length < 3 || typed.length > 64) return sameLetters
  if (typed.length === 3) return findOneLetterLonger(typed, candidates)
  const worst = Math.floor(typed.length / 4)
  const [best] = candidates
    .map((candidate) => ({ candidate, slips: editDistance(typed, candidate.toLowerCase()) }))
    .filter(({ slips }) => slips <= worst)
    .sort((a, b) => a.slips - b.slips)
  return best?.candidate
}

const maxGuesses = 20

/** The same guess for equal texts, and none after twenty texts: each is compared with a whole list. For one check. */
export function limitGuesses(guess: (text: string) => string | undefined): (text: string) => string | undefined {
  const guessed = new Map<string, string | undefined>()
  return (text) => {
    if (!guessed.has(text) && guessed.size < maxGuesses) guessed.set(text, guess(text))
    return guessed.get(text)
  }
}

/** Three letters are a slip of a name of four, if there is only one: `typ`. */
function findOneLetterLonger(typed: string, candidates: readonly string[]): string | undefined {
  const longer = candidates.filter(
    (candidate) => candidate.length === 4 && editDistance(typed, candidate.toLowerCase()) === 1,
  )
  return longer.length === 1 ? longer[0] : undefined
}

/** Letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[b.length] ?? 0
}
