import { isObject, type JsonObject, textOf } from '#api/json.ts'
import { collectionPath } from '#client/collection-path.ts'
import type { SendPath } from '#client/send-path.ts'
import { parseYaml } from '#syntax/parse-yaml.ts'
import { documentsOf } from '#syntax/yaml-documents.ts'
import type { SeedFile } from './lesson.ts'
import { configKindOf } from './read-lesson.ts'

/** The initial objects of a lesson could not be created. The message contains the server's. */
export class LessonFailure extends Error {}

async function pathOf(send: SendPath, object: JsonObject): Promise<string> {
  const path = await collectionPath(send, object)
  if (path !== null) return path
  throw new LessonFailure(`the server does not serve ${textOf(object['kind'])} of ${textOf(object['apiVersion'])}`)
}

/** Puts configuration files in force, in order. A file that the server refuses ends the lesson. @throws LessonFailure [LSN26] */
export async function loadConfigs(send: SendPath, files: readonly SeedFile[]): Promise<void> {
  for (const { name, text } of files) {
    const response = await send(`/debug/config/${encodeURIComponent(configKindOf(text))}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/yaml' },
      body: text,
    })
    const answer = await response.text()
    if (!response.ok) throw new LessonFailure(`${name}: ${response.status} ${answer.slice(0, 400)}`)
  }
}

/** Creates the objects of the files, in order. Warnings count as refusals. @throws LessonFailure [LSN6] */
export async function plantSeed(send: SendPath, files: readonly SeedFile[]): Promise<void> {
  for (const { name, text } of files) {
    for (const document of documentsOf(text)) {
      const { value } = parseYaml(document)
      if (!isObject(value)) throw new LessonFailure(`${name}: a document is no object`)
      const response = await send(`${await pathOf(send, value)}?fieldManager=lesson&fieldValidation=Strict`, {
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
