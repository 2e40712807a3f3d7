import { errorText } from '#api/error-text.ts'
import { printExactJson } from '#api/exact-json.ts'
import { deepEqual, type JsonObject } from '#api/json.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Status } from '#api/status.ts'
import { readRefusal } from '#client/refusal.ts'
import { pathDifferences, type PathDifference } from '#ui/texts/merge-edit.ts'
import type { ImportPlan } from './documents.ts'

/** A plan that can be sent. */
export type SendPlan = Extract<ImportPlan, { type: 'apply' | 'create' }>

/** The effect of applying a document. */
export type Verb = 'created' | 'configured' | 'unchanged'

export type Answer =
  | {
      readonly type: 'taken'
      readonly verb: Verb
      readonly changes: readonly PathDifference[]
      readonly resourceVersion: string
    }
  | { readonly type: 'refused'; readonly status: Status }

export interface SendOptions {
  readonly manager: string
  readonly dryRun: boolean
  readonly force: boolean
}

/** Applies or creates one document, as a dry run or not. Never throws. [IM7] */
export async function sendDocument(fetcher: typeof fetch, plan: SendPlan, options: SendOptions): Promise<Answer> {
  const query = new URLSearchParams({ fieldManager: options.manager })
  if (options.dryRun) query.set('dryRun', 'All')
  if (options.force && plan.type === 'apply') query.set('force', 'true')
  try {
    const response = await fetcher(`${plan.path}?${query}`, {
      method: plan.type === 'apply' ? 'PATCH' : 'POST',
      headers: {
        'content-type': plan.type === 'apply' ? 'application/apply-patch+yaml' : 'application/json',
        accept: 'application/json',
      },
      body: printExactJson(plan.body),
    })
    if (!response.ok) return { type: 'refused', status: (await readRefusal(response)).status }
    return taken(plan, response.status, (await response.json()) as ApiObject)
  } catch (error) {
    const message = errorText(error)
    return {
      type: 'refused',
      status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 0 },
    }
  }
}

function taken(plan: SendPlan, code: number, object: ApiObject): Answer {
  const resourceVersion = object.metadata.resourceVersion ?? ''
  if (code === 201 || plan.live === undefined) return { type: 'taken', verb: 'created', changes: [], resourceVersion }
  const [before, after] = [quiet(plan.live), quiet(object)]
  const isSame = deepEqual(before, after) && deepEqual(owners(plan.live), owners(object))
  return {
    type: 'taken',
    verb: isSame ? 'unchanged' : 'configured',
    changes: pathDifferences(before, after),
    resourceVersion,
  }
}

/** Removes the metadata that every write changes. */
function quiet({ metadata, ...rest }: ApiObject): JsonObject {
  const { resourceVersion: _version, generation: _generation, managedFields: _managedFields, ...kept } = metadata
  return { ...rest, metadata: kept as JsonObject }
}

/** Returns the owned fields of each manager without their times. */
const owners = ({ metadata }: ApiObject): JsonObject['x'] =>
  (metadata.managedFields ?? []).map((entry) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? { ...entry, time: null } : entry,
  )
