const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of so many eighths of a column. */
export const drawBar = (units: number): string => '█'.repeat(Math.floor(units / 8)) + (eighths[units % 8] ?? '')
