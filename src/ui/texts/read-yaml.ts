import { type Document, isMap, parseDocument, type YAMLError } from 'yaml'
import type { JsonObject } from '#api/json.ts'

/** The position and reason of a YAML syntax error; lines and columns count from 1. */
export interface YamlProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

export type ReadYaml =
  | { readonly type: 'object'; readonly object: JsonObject; readonly document: Document }
  | { readonly type: 'problem'; readonly problem: YamlProblem }

/** Parses one YAML document that must be a mapping. Bounded: aliases may expand to at most 1,000 nodes. */
export function readYaml(text: string): ReadYaml {
  const document = parseDocument(text, { version: '1.1', merge: true, prettyErrors: true })
  const [error] = document.errors
  if (error !== undefined) {
    const at = error.linePos?.[0]
    return problem(at?.line ?? 1, at?.col ?? 1, wordsOf(error))
  }
  if (!isMap(document.contents)) return problem(1, 1, 'an object is a mapping of fields')
  try {
    return { type: 'object', object: document.toJS({ maxAliasCount: 1000 }) as JsonObject, document }
  } catch (failure) {
    return problem(1, 1, failure instanceof Error ? failure.message : String(failure))
  }
}

/** The first line of the parser's message, without advice to programmers and without the place, which stands beside it. */
const wordsOf = ({ code, message }: YAMLError): string =>
  code === 'MULTIPLE_DOCS'
    ? 'a second document begins here, and an object is one'
    : (message.split('\n')[0] ?? message).replace(/( at line \d+, column \d+)?:?$/, '')

/** Says why a draft that is not an object is not sent. [OW10] */
export function notSentWords(text: string): string {
  const read = readYaml(text)
  if (read.type === 'object') return ''
  const { line, message } = read.problem
  return `Nothing was sent: line ${line} of the draft cannot be read. ${message}.`
}

const problem = (line: number, column: number, message: string): ReadYaml => ({
  type: 'problem',
  problem: { line, column, message },
})
