import type { Finding } from '../../platform/checks.ts'

/** Whether any property can prove itself. */
export const checkTokens = async (count: number): Promise<Finding> => ({
  isFine: true,
  text: count === 0 ? 'none: verification answers 503 until one is configured' : `${count} configured`,
})
