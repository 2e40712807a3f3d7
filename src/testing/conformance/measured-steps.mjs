// The published result of the recordings, src/proof/measured.json: by case, the steps whose answer is not exactly the recorded
// one. The page shows it; `npm run conformance` fails where a run finds another result.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileIn = (root) => join(root, 'src/proof/measured.json')

/** The letters by which the comparison grades the steps of a case. Capitals are steps that may differ, and are no claim. */
const grades = { c: 'close', s: 'shape', w: 'wrong' }

/** Returns the steps that differ, of a row such as `eecew`. */
export const differingSteps = (row) =>
  Object.fromEntries([...row].flatMap((letter, step) => (letter in grades ? [[String(step), grades[letter]]] : [])))

export const readMeasured = (root) => JSON.parse(readFileSync(fileIn(root), 'utf8'))

const sorted = (steps = {}) => JSON.stringify(Object.entries(steps).sort(([a], [b]) => Number(a) - Number(b)))

/** Returns the cases of a run whose result is not the published one. */
export const unlikeMeasured = (byCase, { differing }) =>
  [...byCase].filter(([name, steps]) => sorted(steps) !== sorted(differing[name])).map(([name]) => name)

export function writeMeasured(root, byCase) {
  const differing = [...byCase]
    .filter(([, steps]) => Object.keys(steps).length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(fileIn(root), `${JSON.stringify({ differing: Object.fromEntries(differing) }, null, 2)}\n`)
}
