// What a row is compared by, and the table of it.

/** The figure of a reference row that counts: a rate where there is one, else the median time. */
function figureOf(reference) {
  if (typeof reference === 'number') return { of: (row) => row, moreIsBetter: false, unit: '' }
  if ('eventsPerSecond' in reference) return { of: (row) => row.eventsPerSecond, moreIsBetter: true, unit: ' /s' }
  if ('perSecond' in reference) return { of: (row) => row.perSecond, moreIsBetter: true, unit: ' /s' }
  return { of: (row) => row.p50ms, moreIsBetter: false, unit: ' ms' }
}

/** How many times better than the reference: 2 is twice the rate or half the time. */
export function ratioOf(row, reference) {
  const { of, moreIsBetter } = figureOf(reference)
  return moreIsBetter ? of(row) / of(reference) : of(reference) / of(row)
}

/** Aims of the issue, as ratios to the reference; creates are for the durable server. */
export const aims = {
  'create, 1 in flight': 1,
  'create, 64 in flight': 2,
  'get, 1 in flight': 2,
  'get, 16 in flight': 2,
  'list all': 3,
  'list in pages of 500': 3,
  'watch, 1000 watchers': 2,
}

/** Rows that the reference's figures have not, and the row of it that comes nearest. */
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

/** Columns as wide as their widest cell; the first is left, the others right. */
export function printTable(head, lines) {
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => String(line[at]).length)))
  for (const line of [head, ...lines])
    console.log(
      line
        .map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at])))
        .join('  '),
    )
}
