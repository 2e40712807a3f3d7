import { formatFieldSelector, matchesFields, parseFieldSelector } from '#api/selectors/field-selector.ts'
import { formatLabelSelector, matchesLabels } from '#api/selectors/label-selector.ts'
import { parseLabelSelector } from '#api/selectors/parse-label-selector.ts'
import { type Family, type Outcome, attempt, judge, readCases } from './family.ts'

interface SelectorCase {
  readonly selector: string
  readonly canonical?: string
  /** The expected result for each object. */
  readonly matches?: readonly boolean[]
  readonly error?: string
}

interface Selectors {
  readonly label?: readonly SelectorCase[]
  readonly labelObjects?: readonly Readonly<Record<string, string>>[]
  readonly field?: readonly SelectorCase[]
  readonly fieldObjects?: readonly Readonly<Record<string, string>>[]
}

export const selectors: Family = {
  name: 'selectors',
  async run(dir) {
    const cases = readCases<Selectors>(dir, 'selectors/cases.json')
    if (cases === null) return null
    const { label = [], labelObjects = [], field = [], fieldObjects = [] } = cases
    return [
      ...label.map((each) =>
        tryCase('label', each, () => {
          const selector = parseLabelSelector(each.selector)
          return {
            canonical: formatLabelSelector(selector),
            matches: labelObjects.map((labels) => matchesLabels(selector, labels)),
          }
        }),
      ),
      ...field.map((each) =>
        tryCase('field', each, () => {
          const selector = parseFieldSelector(each.selector)
          const read = (object: Readonly<Record<string, string>>) => (name: string) => object[name] ?? ''
          return {
            canonical: formatFieldSelector(selector),
            matches: fieldObjects.map((object) => matchesFields(selector, read(object))),
          }
        }),
      ),
    ]
  },
}

type Parsed = Pick<SelectorCase, 'canonical' | 'matches'>

function tryCase(type: string, { selector, canonical, matches, error }: SelectorCase, parse: () => Parsed): Outcome {
  const id = `${type} ${JSON.stringify(selector)}`
  const tried = attempt(parse)
  if (error !== undefined || 'error' in tried)
    return judge(id, 'error' in tried ? tried.error : undefined, error === undefined ? error : inWordsOf134(error))
  return judge(id, tried.value, { canonical, matches })
}

/** Replaces texts by those of 1.34: the cases were recorded with a newer version of the library. */
const inWordsOf134 = (text: string): string =>
  text
    .replaceAll('a valid label key must consist', 'a qualified name must consist')
    .replace(/must be no more than ([0-9]+) bytes/g, 'must be no more than $1 characters')
