/** A number of steps of a family that differ for a reason. */
export interface MeasuredDifference {
  readonly family: string
  readonly steps: number
}

/** One line of docs/differences.md. */
export interface Difference {
  readonly what: string
  /** The heading above it. */
  readonly section: string
  /** The columns after the first, such as what is visible and the reason. */
  readonly reasons: readonly string[]
  readonly measured: readonly MeasuredDifference[]
}

const heading = /^## (.+)$/
const counted = /([a-z][a-z-]*[a-z]) \((\d+)\)/g

const cells = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** Reads the tables of docs/differences.md. `families` are the names that may have a count. */
export function readDifferences(text: string, families: ReadonlySet<string>): readonly Difference[] {
  const found: Difference[] = []
  let section = ''
  for (const line of text.split('\n')) {
    section = heading.exec(line)?.[1] ?? section
    const [what = '', ...reasons] = line.startsWith('| ') && line.endsWith(' |') ? cells(line) : []
    if (what === '' || what === 'what' || what.startsWith('---')) continue
    const measured = [...line.matchAll(counted)]
      .map(([, family = '', steps]) => ({ family, steps: Number(steps) }))
      .filter(({ family }) => families.has(family))
    found.push({ what, section, reasons, measured })
  }
  return found
}
