import type { Json } from '#api/json.ts'

/** The text of a body on several lines; one that is no JSON stays as it is. */
export function bodyText(body: Json | undefined): string {
  if (body === undefined || body === '') return ''
  try {
    return JSON.stringify(typeof body === 'string' ? (JSON.parse(body) as Json) : body, null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return String(body)
    throw error
  }
}
