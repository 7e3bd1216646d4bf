/** DDEX counts kilobytes and does not define their size; some senders write bytes. */
const units = [1, 1000, 1024]

/** Whether a stated size may mean so many bytes, including rounding. */
export function mayMean(stated: string, bytes: number): boolean {
  const decimals = stated.split('.')[1]?.length ?? 0
  return units.some((unit) => {
    const difference = Math.abs(Number(stated) - bytes / unit)
    return unit === 1 ? difference === 0 : difference < 10 ** -decimals
  })
}
