import { isObject, type Json } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import type { EditorCompletion, EditorHover } from '#editor/language-service.ts'
import { documentType, type DocumentSchemas } from '#expressions/document-type.ts'
import type { ManifestProblem } from '#manifest/problem.ts'
import { type CheckedExpression, checkPolicy } from '#policy/check-policy.ts'
import { completePolicy } from '#policy/complete-policy.ts'
import { hoverPolicy } from '#policy/hover-policy.ts'
import type { PolicyTypes } from '#policy/scopes.ts'
import { createLanguageCalls, type TextKind } from '#ui/language/language-calls.ts'

/** The kinds whose objects the expressions of a text see, with the documents that describe them. */
export interface SeenKinds {
  readonly kinds: readonly TextKind[]
  readonly params: TextKind | null
}

/** The problems of a text and its expressions, without the server. */
export interface PolicyCheck {
  readonly problems: readonly ManifestProblem[]
  /** False for a text that the server would not decode. */
  readonly isDecodable: boolean
  readonly expressions: readonly CheckedExpression[]
}

/** The language service of policies and schemas: that of all objects, and of the expressions inside. [CB9] [CB10] */
export interface PolicyCalls {
  /** Keeps an OpenAPI document under an id. */
  learn(id: string, document: string): null
  check(text: string, of: TextKind, seen: SeenKinds): PolicyCheck
  /** Places the causes of a refusal of the text. */
  refusal(text: string, of: TextKind, status: Pick<Status, 'message' | 'details'>): readonly ManifestProblem[]
  complete(text: string, of: TextKind, seen: SeenKinds, offset: number): readonly EditorCompletion[]
  hover(text: string, of: TextKind, seen: SeenKinds, offset: number): EditorHover | undefined
}

export function createPolicyCalls(): PolicyCalls {
  const language = createLanguageCalls()
  const schemas = new Map<string, DocumentSchemas>()
  const types = new Map<string, PolicyTypes['params']>()
  const typeOf = ({ kind, schemaId }: TextKind): PolicyTypes['params'] => {
    const key = `${schemaId} ${kind.kind}`
    const known = types.get(key)
    if (known !== undefined) return known
    const made = documentType(schemas.get(schemaId) ?? {}, kind)
    types.set(key, made)
    return made
  }
  const typesOf = ({ kinds, params }: SeenKinds): PolicyTypes => ({
    kinds: kinds.flatMap((of) => {
      const type = typeOf(of)
      return type === null ? [] : [{ id: of.kind, type }]
    }),
    params: params === null ? null : typeOf(params),
  })
  return {
    learn(id, document) {
      schemas.set(id, schemasIn(JSON.parse(document) as Json))
      return language.learn(id, document)
    },
    check: (text, of, seen) => ({ ...language.check(text, of), expressions: checkPolicy(text, typesOf(seen)) }),
    refusal: language.refusal,
    complete: (text, of, seen, offset) =>
      completePolicy(text, offset, typesOf(seen)) ?? language.complete(text, of, offset),
    hover: (text, of, seen, offset) => hoverPolicy(text, offset, typesOf(seen)) ?? language.hover(text, of, offset),
  }
}

function schemasIn(document: Json): DocumentSchemas {
  const components = isObject(document) ? document['components'] : undefined
  const found = isObject(components) ? components['schemas'] : undefined
  return isObject(found) ? found : {}
}
