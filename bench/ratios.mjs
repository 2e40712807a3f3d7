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

/** Goals, as ratios to the reference, of the server in memory. */
export const aims = {
  'create, 1 in flight': 2.5,
  'create, 16 in flight': 2.5,
  'create, 64 in flight': 2.5,
  'get, 1 in flight': 3,
  'get, 16 in flight': 3,
  'update (PUT), 16 in flight': 2.5,
  'merge patch, 16 in flight': 2.5,
  'server-side apply, 16 in flight': 2.5,
  'apply of a changed Deployment, 16 in flight': 2,
  'list all': 4,
  'list in pages of 500': 4,
  'list all as Table': 3,
  'list all as protobuf': 5,
  'delete, 16 in flight': 2.5,
  'fan-out, 1000 watchers': 2,
  rssMiB: 3,
}

/** Rows that the reference lacks, with the most similar row of the reference. */
export const nearest = {
  'strategic merge patch, 16 in flight': 'merge patch, 16 in flight',
  'apply of a new Deployment, 16 in flight': 'server-side apply, 16 in flight',
  'apply of a changed Deployment, 16 in flight': 'server-side apply, 16 in flight',
  'list all as Table': 'list all',
  'list all as protobuf': 'list all',
}

/**
 * Prints one line a row: the reference, then each column with its ratio, and its share of the column of `floors` that the
 * bare server of the same run gave.
 */
export function printRatios(reference, columns, floors = {}) {
  const names = Object.keys(columns)
  const head = ['row', 'reference', ...names.flatMap((name) => [name, 'ratio', 'of floor']), 'aim']
  const further = Object.entries(nearest).map(([row, near]) => [row, reference[near]])
  const lines = [...Object.entries(reference), ...further].map(([row, theirs]) => {
    const { of, unit } = figureOf(theirs)
    const cells = names.flatMap((name) => {
      const ours = columns[name][row]
      const bare = floors[name]?.[row]
      if (ours === undefined) return ['-', '-', '-']
      const share = bare === undefined ? '-' : `${Math.round(ratioOf(ours, bare) * 100)} %`
      return [`${of(ours)}${unit}`, ratioOf(ours, theirs).toFixed(2), share]
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
