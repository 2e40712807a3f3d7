import { getJson } from '#ui/model/api.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { type PolicyKind, typeOfKind } from './policy-items.ts'

/** Turns a feature gate on, and resolves when the page knows the kind that is then served. [CB11] @throws Refusal */
export async function turnGateOn(lab: Lab, gate: string, kind: PolicyKind): Promise<void> {
  await getJson(lab.read, '/debug/features', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ [gate]: true }),
  })
  if (typeOfKind(lab.objects.getState(), kind) !== undefined) return
  await new Promise<void>((resolve) => {
    const stop = lab.objects.subscribe((objects) => {
      if (typeOfKind(objects, kind) === undefined) return
      stop()
      resolve()
    })
  })
}
