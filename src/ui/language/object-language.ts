import type { LanguageService } from '#editor/language-service.ts'
import type { KindId } from '#manifest/open-schema.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { createLanguageClient, type LanguageClient } from './language-client.ts'
import { createSchemaSource } from './schema-source.ts'

/** The language service of objects' texts. */
export interface ObjectLanguage {
  readonly client: LanguageClient
  /** Returns the id of the document with the schema of a kind; `''` when the server has none. */
  schemaOf(kind: KindId): Promise<string>
  /** Completion and hover of a text of this kind. */
  serviceOf(kind: KindId): Pick<LanguageService, 'complete' | 'hover'>
}

/** Resources whose objects change which kinds are served. */
const definesKinds = new Set(['customresourcedefinitions', 'apiservices'])

/** Creates the language service of the page: one worker, and the server's schemas when they are first needed. [YE10] */
export function createObjectLanguage(lab: Lab): ObjectLanguage {
  const client = createLanguageClient()
  const source = createSchemaSource(lab.read, (id, document) => client.learn(id, document))
  lab.cluster.subscribe((state, before) => {
    if (state.rows === before.rows && state.generation === before.generation) return
    const added = state.rows.slice(before.rows.length)
    if (state.generation !== before.generation || added.some(({ resource }) => definesKinds.has(resource)))
      source.forget()
  })
  const schemaOf = (kind: KindId): Promise<string> => source.documentOf(kind)
  return {
    client,
    schemaOf,
    serviceOf: (kind) => ({
      complete: async (text, offset) => client.complete(text, { kind, schemaId: await schemaOf(kind) }, offset),
      hover: async (text, offset) => client.hover(text, { kind, schemaId: await schemaOf(kind) }, offset),
    }),
  }
}
