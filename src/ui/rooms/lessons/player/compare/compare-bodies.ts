import { isObject, type Json } from '#api/json.ts'
import { countText } from '#ui/model/words.ts'
import { diffLines } from '#ui/texts/line-diff.ts'
import { pathDifferences, type PathDifference } from '#ui/texts/merge-edit.ts'
import { bodyValue } from './body-yaml.ts'

/** One line of each text; `null` where only the other one has a line. */
export interface LinePair {
  readonly mine: string | null
  readonly answer: string | null
  readonly isSame: boolean
}

/** Puts the lines of two texts side by side: equal ones in one row, lines of only one text opposite a gap. */
export function pairLines(mine: string, answer: string): readonly LinePair[] {
  const pairs: LinePair[] = []
  // The row of the first removed line that has no added one opposite to it yet.
  let open = -1
  for (const { type, text } of diffLines(mine, answer)) {
    if (type === 'same') {
      pairs.push({ mine: text, answer: text, isSame: true })
      open = -1
    } else if (type === 'removed') {
      pairs.push({ mine: text, answer: null, isSame: false })
      if (open < 0) open = pairs.length - 1
    } else if (open >= 0 && open < pairs.length && pairs[open]?.mine !== null) {
      pairs[open] = { mine: pairs[open]?.mine ?? null, answer: text, isSame: false }
      open += 1
    } else pairs.push({ mine: null, answer: text, isSame: false })
  }
  return pairs
}

interface NumberedPair extends LinePair {
  /** Numbers from 1 of the lines in their texts, or of the line before a gap. */
  readonly mineAt: number
  readonly answerAt: number
}

/** {@link pairLines} with the numbers of the lines. */
export function numberedPairs(mine: string, answer: string): readonly NumberedPair[] {
  let [mineAt, answerAt] = [0, 0]
  return pairLines(mine, answer).map((pair) => {
    if (pair.mine !== null) mineAt += 1
    if (pair.answer !== null) answerAt += 1
    return { ...pair, mineAt, answerAt }
  })
}

/** Fields with values that the server assigns, which differ between two clusters. */
const assigned = new Set([
  'metadata.resourceVersion',
  'metadata.uid',
  'metadata.creationTimestamp',
  'metadata.generation',
])

const conditionWords = {
  mine: {
    uid: 'Your `uid` is one more condition: if the object had been deleted and made anew, yours would be refused, the answer would not.',
    resourceVersion:
      'Your `resourceVersion` is a condition: after a write in between, yours would be refused, the answer would overwrite it.',
  },
  answer: {
    uid: 'The `uid` of the answer is one more condition: if the object had been deleted and made anew, it would be refused, yours would not.',
    resourceVersion:
      'The `resourceVersion` of the answer is a condition: after a write in between, it would be refused, yours would overwrite it.',
  },
} as const

const hasField = (body: Json | undefined, name: string): boolean =>
  isObject(body) && isObject(body['metadata']) && name in body['metadata']

/** The words about a condition that only one of the bodies holds. */
function conditionIn(mine: Json, answer: Json): string {
  if (!isObject(mine) || !isObject(answer)) return ''
  for (const name of ['uid', 'resourceVersion'] as const) {
    const [has, hasAnswer] = [hasField(mine, name), hasField(answer, name)]
    if (has !== hasAnswer) return conditionWords[has ? 'mine' : 'answer'][name]
  }
  return ''
}

const shown = (value: Json | undefined): string => {
  const text = JSON.stringify(value) ?? ''
  return text.length > 40 ? 'another value' : `\`${text}\``
}

function fieldWords({ path, before, after }: PathDifference): string {
  if (path === '') return 'The bodies have nothing in common.'
  if (after === undefined) return `Only yours has \`${path}\`.`
  if (before === undefined) return `Only the answer has \`${path}\`.`
  return `\`${path}\` is ${shown(before)} in yours, ${shown(after)} in the answer.`
}

/** One or two sentences on how the learner's body differs from that of the answer; `''` if it does not. [LSN14] */
export function bodyDifferenceWords(mineText: string, answerText: string): string {
  const [mine, answer] = [bodyValue(mineText), bodyValue(answerText)]
  if (mine === undefined || answer === undefined) return ''
  const condition = conditionIn(mine, answer)
  if (condition !== '') return condition
  const [first, ...rest] = pathDifferences(mine, answer).filter(
    ({ path }) => !assigned.has(path) && !path.startsWith('metadata.managedFields'),
  )
  if (first === undefined) return ''
  const more =
    rest.length === 0 ? '' : ` ${countText(rest.length, 'more field')} ${rest.length === 1 ? 'differs' : 'differ'}.`
  return `${fieldWords(first)}${more}`
}
