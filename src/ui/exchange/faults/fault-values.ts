import type { Json } from '#api/json.ts'

/** Returns the number that a text writes; `undefined` for other texts. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text.trim())) return undefined
  return Number(text)
}

const yes = /^(?:true|yes|on|1)$/i
const no = /^(?:false|no|off|0)$/i

/** The empty value of each OpenAPI type. */
const emptyValues: Readonly<Record<string, Json>> = {
  integer: 0,
  number: 0,
  boolean: false,
  string: '',
  array: [],
  object: {},
}

/**
 * Returns a written text as a value of an OpenAPI type, for `''` the empty value of the type; `undefined` for an unknown type
 * and for a text that is no such value.
 */
export function valueOfType(text: string, type: string): Json | undefined {
  if (text === '') return emptyValues[type]
  switch (type) {
    case 'integer':
      return Number.isInteger(numberIn(text)) ? numberIn(text) : undefined
    case 'number':
      return numberIn(text)
    case 'boolean':
      return yes.test(text) ? true : no.test(text) ? false : undefined
    case 'string':
      return text
    case 'array':
      return [text]
    default:
      return undefined
  }
}

/** Returns the bound that a message names as still allowed: `must be greater than or equal to 0`. */
export function closedValue(message: string): number | undefined {
  const [, bound] = /(?:greater|less) than or equal to (-?\d+)(?![\d.])/.exec(message) ?? []
  const [, between] = /must be between (\d+) and \d+/.exec(message) ?? []
  return numberIn(bound ?? between)
}

/** Returns the nearest name of an object for a text; `''` if there is none, or the text is one. */
export function sluggedName(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
  return name === text ? '' : name
}
