import { SelectorError } from './selector-error.ts'

export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/** Requirements that an object must all satisfy. An empty selector matches everything. */
export type FieldSelector = readonly FieldRequirement[]

/** Parses `metadata.name=a,status.phase!=Running` with the escapes `\,`, `\=` and `\\`. @throws SelectorError */
export function parseFieldSelector(text: string): FieldSelector {
  return splitTerms(text)
    .sort()
    .filter((term) => term !== '')
    .map((term) => parseTerm(term, text))
    .filter(({ field, value }) => field !== '' || value !== '')
}

function splitTerms(text: string): string[] {
  if (text === '') return []
  const terms: string[] = []
  let start = 0
  let isEscaped = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (isEscaped) isEscaped = false
    else if (char === '\\') isEscaped = true
    else if (char === ',') {
      terms.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...terms, text.slice(start)]
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const [, field, sign, value] = /^([^!=]*(?:!(?!=)[^!=]*)*)(!=|==|=)([^]*)$/.exec(term) ?? []
  if (field === undefined || value === undefined)
    throw new SelectorError(`invalid selector: '${selector}'; can't understand '${term}'`)
  return { field, operator: sign === '!=' ? '!=' : '=', value: unescapeValue(value) }
}

function unescapeValue(text: string): string {
  let value = ''
  let isEscaped = false
  for (const char of text) {
    if (isEscaped) {
      if (!'\\,='.includes(char)) throw new SelectorError(`invalid field selector: invalid escape sequence: \\${char}`)
      value += char
      isEscaped = false
    } else if (char === '\\') isEscaped = true
    else if (char === ',' || char === '=')
      throw new SelectorError(`invalid field selector: unescaped character in value: ${char.charCodeAt(0)}`)
    else value += char
  }
  if (isEscaped) throw new SelectorError('invalid field selector: invalid escape sequence: \\')
  return value
}

/** Returns the canonical text. */
export const formatFieldSelector = (selector: FieldSelector): string =>
  selector
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, (char) => `\\${char}`)}`)
    .join(',')

/** Reports whether an object matches. `read` returns the text of a field, `''` if the object does not have it. */
export const matchesFields = (selector: FieldSelector, read: (field: string) => string): boolean =>
  selector.every(({ field, operator, value }) => (read(field) === value) === (operator === '='))

/** Returns the value that the selector requires for `field` with `=`. */
export const requiredFieldValue = (selector: FieldSelector, field: string): string | undefined =>
  selector.find((requirement) => requirement.field === field && requirement.operator === '=')?.value
