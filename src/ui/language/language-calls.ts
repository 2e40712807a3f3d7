import type { Json } from '#api/json.ts'
import type { Status } from '#api/status.ts'
import { checkManifest, type CheckedManifest, refusalProblems } from '#manifest/check-manifest.ts'
import { completeManifest, type ManifestCompletion } from '#manifest/complete-manifest.ts'
import { hoverManifest, type ManifestHover } from '#manifest/hover-manifest.ts'
import { type FieldSchema, kindSchema, type KindId } from '#manifest/open-schema.ts'
import type { ManifestProblem } from '#manifest/problem.ts'

/** The kind of a text, and the id of the OpenAPI document that describes it; `''` when there is none. */
export interface TextKind {
  readonly kind: KindId
  readonly schemaId: string
}

/** Calls of the language service, each with its result. */
export interface LanguageCalls {
  /** Keeps a document under an id. */
  learn(id: string, document: string): null
  check(text: string, of: TextKind): CheckedManifest
  /** Places the causes of a refusal of the text. */
  refusal(text: string, of: TextKind, status: Pick<Status, 'message' | 'details'>): readonly ManifestProblem[]
  complete(text: string, of: TextKind, offset: number): readonly ManifestCompletion[]
  hover(text: string, of: TextKind, offset: number): ManifestHover | undefined
}

/** More group versions than a person edits in one sitting. */
const documentsMax = 24

/** Creates the language service; it keeps the parsed documents. */
export function createLanguageCalls(): LanguageCalls {
  const documents = new Map<string, Json>()
  const schemas = new Map<string, FieldSchema | undefined>()
  const schemaOf = ({ kind, schemaId }: TextKind): FieldSchema | undefined => {
    const document = documents.get(schemaId)
    if (document === undefined) return undefined
    const key = `${schemaId} ${kind.kind}`
    if (!schemas.has(key)) schemas.set(key, kindSchema(document, kind))
    return schemas.get(key)
  }
  return {
    learn(id, text) {
      documents.set(id, JSON.parse(text) as Json)
      for (const oldest of [...documents.keys()].slice(0, -documentsMax)) {
        documents.delete(oldest)
        for (const key of schemas.keys()) if (key.startsWith(`${oldest} `)) schemas.delete(key)
      }
      return null
    },
    check: (text, of) => checkManifest(text, schemaOf(of)),
    refusal: (text, of, status) => refusalProblems(text, status, schemaOf(of)),
    complete(text, of, offset) {
      const schema = schemaOf(of)
      return schema === undefined ? [] : completeManifest(text, offset, schema, of.kind)
    },
    hover(text, of, offset) {
      const schema = schemaOf(of)
      return schema === undefined ? undefined : hoverManifest(text, offset, schema)
    },
  }
}
