import { parseExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import type { ProofExchange } from './exchange.ts'

/** Returns the body of an answer as JSON, or as text if it is none. */
export function readAnswer(text: string): Pick<ProofExchange, 'body' | 'text'> {
  try {
    return { body: parseExactJson(text) as Json, text: '' }
  } catch (error) {
    if (error instanceof SyntaxError) return { body: undefined, text }
    throw error
  }
}
