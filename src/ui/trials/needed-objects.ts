import type { JsonObject } from '#api/json.ts'
import { Refusal } from '#client/refusal.ts'
import type { Exchange } from '#record/exchange.ts'
import { neededBy } from '#record/make-scenario.ts'
import { getJson } from '#ui/model/api.ts'
import type { Subject } from './subject.ts'

async function readOrNull(read: typeof fetch, path: string): Promise<JsonObject | null> {
  try {
    return await getJson<JsonObject>(read, path)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns the objects that must be there before the requests of a bench, by path: the subject as it was, others as they are. */
export async function neededObjects(
  read: typeof fetch,
  subject: Pick<Subject, 'path' | 'object'>,
  exchanges: readonly Exchange[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const before = new Map<string, JsonObject>()
  for (const path of neededBy(exchanges).given) {
    const object = path === subject.path ? (subject.object as JsonObject) : await readOrNull(read, path)
    if (object !== null) before.set(path, object)
  }
  return before
}
