import type { Json } from '#api/json.ts'
import { parseYaml, YamlError } from '#syntax/parse-yaml.ts'
import type { ProofExchange } from './exchange.ts'
import { readAnswer } from './read-answer.ts'

/** Returns a YAML text as JSON; `undefined` if it is none. */
function readYaml(text: string): Json | undefined {
  try {
    return parseYaml(text).value
  } catch (error) {
    if (error instanceof YamlError) return undefined
    throw error
  }
}

/** Returns the body of an answer by its media type as recordings have it: YAML as JSON, and nothing of protobuf. */
export function readTypedAnswer(text: string, type: string): Pick<ProofExchange, 'body' | 'text'> {
  if (type.includes('protobuf')) return { body: undefined, text: '' }
  const read = readAnswer(text)
  if (read.body !== undefined || !type.includes('yaml')) return read
  const body = readYaml(text)
  return body === undefined ? read : { body, text: '' }
}
