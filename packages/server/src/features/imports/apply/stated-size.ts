/** DDEX counts kilobytes and says not of how many bytes; some senders write bytes. */
const units = [1, 1000, 1024]

/** Whether a message that says this of a file may mean so many bytes, rounded where it rounds. */
export function mayMean(stated: string, bytes: number): boolean {
  const decimals = stated.split('.')[1]?.length ?? 0
  return units.some((unit) => {
    const difference = Math.abs(Number(stated) - bytes / unit)
    return unit === 1 ? difference === 0 : difference < 10 ** -decimals
  })
}
