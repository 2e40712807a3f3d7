// Compares rows with those of the reference and prints the table.

/** Returns the compared figure of a reference row: its rate if it has one, otherwise the median time. */
function figureOf(reference) {
  if (typeof reference === 'number') return { of: (row) => row, moreIsBetter: false, unit: '' }
  if ('eventsPerSecond' in reference) return { of: (row) => row.eventsPerSecond, moreIsBetter: true, unit: ' /s' }
  if ('perSecond' in reference) return { of: (row) => row.perSecond, moreIsBetter: true, unit: ' /s' }
  return { of: (row) => row.p50ms, moreIsBetter: false, unit: ' ms' }
}

/** Returns how many times better than the reference a figure is: 2 means twice the rate or half the time. */
export function ratioOf(row, reference) {
  const { of, moreIsBetter } = figureOf(reference)
  return moreIsBetter ? of(row) / of(reference) : of(reference) / of(row)
}

/** Goals, as ratios to the reference; the goal for creates applies to the durable server. */
export const aims = {
  'create, 1 in flight': 1,
  'create, 64 in flight': 2,
  'get, 1 in flight': 2,
  'get, 16 in flight': 2,
  'list all': 3,
  'list in pages of 500': 3,
  'watch, 1000 watchers': 2,
}

/** Rows that the reference lacks, with the most similar row of the reference. */
export const nearest = {
  'strategic merge patch, 16 in flight': 'merge patch, 16 in flight',
  'apply of a new Deployment, 16 in flight': 'server-side apply, 16 in flight',
  'apply of a changed Deployment, 16 in flight': 'server-side apply, 16 in flight',
  'list all as Table': 'list all',
  'list all as protobuf': 'list all',
}

/** Prints one line a row: the reference, then each column with its ratio. */
export function printRatios(reference, columns) {
  const names = Object.keys(columns)
  const head = ['row', 'reference', ...names.flatMap((name) => [name, 'ratio']), 'aim']
  const further = Object.entries(nearest).map(([row, near]) => [row, reference[near]])
  const lines = [...Object.entries(reference), ...further].map(([row, theirs]) => {
    const { of, unit } = figureOf(theirs)
    const cells = names.flatMap((name) => {
      const ours = columns[name][row]
      return ours === undefined ? ['-', '-'] : [`${of(ours)}${unit}`, ratioOf(ours, theirs).toFixed(2)]
    })
    return [row, `${of(theirs)}${unit}`, ...cells, aims[row] === undefined ? '' : `>= ${aims[row]}`]
  })
  printTable(head, lines)
}

/** Pads columns to their widest cell; the first is left-aligned, the others right-aligned. */
export function printTable(head, lines) {
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => String(line[at]).length)))
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at])))
        .join('  '),
    )
}
