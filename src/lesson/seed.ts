import { parseExactJson } from '#api/exact-json.ts'
import { isObject, type Json, type JsonObject, own, textOf } from '#api/json.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import type { SeedFile } from './lesson.ts'
import type { SendPath } from './send-path.ts'
import { documentsOf } from './documents.ts'

/** A lesson whose beginning could not be made, with the server's words. */
export class LessonFailure extends Error {}

const groupPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`

/** How often discovery is asked for a kind that was just defined. */
const triesMax = 200

async function readResources(send: SendPath, path: string): Promise<readonly Json[]> {
  const response = await send(path)
  const body = response.ok ? (parseExactJson(await response.text()) as Json) : null
  const resources = isObject(body) ? own(body, 'resources') : undefined
  return Array.isArray(resources) ? resources : []
}

/** Returns the path of the collection that holds an object. A kind that was just defined is waited for. */
async function collectionOf(send: SendPath, object: JsonObject): Promise<string> {
  const [apiVersion, kind] = [textOf(object['apiVersion']), textOf(object['kind'])]
  const path = groupPath(apiVersion)
  const metadata = isObject(object['metadata']) ? object['metadata'] : {}
  for (let tries = 0; tries < triesMax; tries++) {
    const found = (await readResources(send, path)).find(
      (each) => isObject(each) && each['kind'] === kind && !textOf(each['name']).includes('/'),
    )
    if (isObject(found)) {
      const namespace = textOf(own(metadata, 'namespace')) || 'default'
      const inside = found['namespaced'] === true ? `/namespaces/${namespace}` : ''
      return `${path}${inside}/${textOf(found['name'])}`
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new LessonFailure(`the server does not serve ${kind} of ${apiVersion}`)
}

/** Creates the objects of the files, in order. Warnings count as refusals. @throws LessonFailure [LSN6] */
export async function plantSeed(send: SendPath, files: readonly SeedFile[]): Promise<void> {
  for (const { name, text } of files) {
    for (const document of documentsOf(text)) {
      const { value } = parseYaml(document)
      if (!isObject(value)) throw new LessonFailure(`${name}: a document is no object`)
      const response = await send(`${await collectionOf(send, value)}?fieldManager=lesson&fieldValidation=Strict`, {
        method: 'POST',
        headers: { 'content-type': 'application/yaml' },
        body: document,
      })
      const answer = await response.text()
      const warning = response.headers.get('warning')
      if (response.status !== 201 || warning !== null)
        throw new LessonFailure(`${name}: ${response.status} ${warning ?? answer.slice(0, 400)}`)
    }
  }
}
