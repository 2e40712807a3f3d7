import { isObject, type Json } from '#api/json.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'

export interface ListedAuthorizer {
  readonly name: string
  readonly type: string
  readonly words: string
}

/** Returns the authorizers of the running file in order; none for an invalid file. [AR14] */
export function listAuthorizers(text: string | null): readonly ListedAuthorizer[] {
  if (text === null) return []
  const file = readFile(text)
  const listed = isObject(file) ? file['authorizers'] : undefined
  if (!Array.isArray(listed)) return []
  return listed.flatMap((each) => {
    if (!isObject(each)) return []
    const { type, name, webhook } = each
    if (typeof type !== 'string' || typeof name !== 'string') return []
    const policy = isObject(webhook) ? webhook['failurePolicy'] : undefined
    return [{ name, type, words: typeof policy === 'string' ? `${type}, fails to ${policy}` : type }]
  })
}

function readFile(text: string): Json | undefined {
  try {
    return parseYaml(text).value
  } catch (error) {
    // A text that is not YAML is never in force: the server refuses to load it.
    if (error instanceof Error) return undefined
    throw error
  }
}
