import { isObject, type JsonObject, textOf } from '#api/json.ts'
import { collectionPath } from '#client/collection-path.ts'
import { readRefusal } from '#client/refusal.ts'
import type { SendPath } from '#client/send-path.ts'
import { documentsOf } from '#syntax/yaml-documents.ts'
import type { OrchardObject, OrchardObjects } from './orchard-server.ts'

interface Document {
  readonly text: string
  readonly object: JsonObject
}

/** JSON is sent as it is, too: it is YAML. */
async function readDocuments(objects: OrchardObjects): Promise<readonly Document[]> {
  const { parseYaml } = await import('#syntax/parse-yaml.ts')
  const list: readonly (string | OrchardObject)[] = Array.isArray(objects) ? objects : [objects]
  const texts = list.flatMap((each) => (typeof each === 'string' ? documentsOf(each) : [JSON.stringify(each)]))
  return texts.map((text) => {
    const object = parseYaml(text).value
    if (!isObject(object)) throw new TypeError(`objects: this document is no object: ${text.trim().slice(0, 80)}`)
    return { text, object }
  })
}

const nameOf = ({ kind, metadata }: JsonObject): string =>
  `${textOf(kind)} ${isObject(metadata) ? textOf(metadata['name']) : ''}`.trim()

/** Creates objects in their order. @throws Error with the server's words for the first that it refuses [LIB1] */
export async function createObjects(send: SendPath, objects: OrchardObjects): Promise<void> {
  for (const { text, object } of await readDocuments(objects)) {
    const path = await collectionPath(send, object)
    if (path === null)
      throw new Error(
        `${nameOf(object)}: the server serves no ${textOf(object['kind'])} of ${textOf(object['apiVersion'])}`,
      )
    const response = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/yaml' },
      body: text,
    })
    if (!response.ok) throw new Error(`${nameOf(object)}: ${(await readRefusal(response)).message}`)
    await response.body?.cancel()
  }
}
