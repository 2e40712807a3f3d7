import type { JsonObject } from '#api/json.ts'
import type { DeleteOptions } from '#server/registry/deletion/delete-options.ts'
import { dryRunParameter, textParameter } from './query-parameters.ts'

/** Builds the options object of a write that admission sees, from the query. [DA9] */
export function operationOptions(query: URLSearchParams, kind: 'CreateOptions' | 'UpdateOptions'): JsonObject {
  const dryRun = dryRunParameter(query).length > 0 ? { dryRun: ['All'] } : {}
  const texts = Object.fromEntries(
    ['fieldManager', 'fieldValidation'].flatMap((name) => {
      const text = textParameter(query, name)
      return text === '' ? [] : [[name, text]]
    }),
  )
  return { kind, apiVersion: 'meta.orch.io/v1', ...dryRun, ...texts }
}

/** Builds the options object of a DELETE. */
export function deleteOptionsObject(options: DeleteOptions): JsonObject {
  const { preconditions = {}, dryRun = [], ...rest } = options
  const present = given(preconditions)
  return {
    kind: 'DeleteOptions',
    apiVersion: 'meta.orch.io/v1',
    ...given(rest),
    ...(Object.keys(present).length === 0 ? {} : { preconditions: present }),
    ...(dryRun.length === 0 ? {} : { dryRun: [...dryRun] }),
  }
}

const given = (fields: Readonly<Record<string, string | number | boolean | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
