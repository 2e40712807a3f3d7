import { isObject, type Json } from '#api/json.ts'
import type { Scenario, Step } from '#record/scenario.ts'
import type { Subject } from './subject.ts'

type Owned = Pick<Subject, 'path' | 'object'>

/** Returns an entry of managedFields without the time of its last write. */
export function withoutTime(entry: Json): Json {
  if (!isObject(entry)) return entry
  const { time: _time, ...rest } = entry
  return rest
}

/**
 * Gives the fields of the object to the managers that it has here: whoever runs the test made the object, so all of it would
 * be theirs. Entries of subresources are left out, because the made object has no status.
 */
function ownersStep({ path, object }: Owned): Step {
  const entries = (object.metadata.managedFields ?? []).filter(isObject)
  const value = entries.filter(({ subresource = '' }) => subresource === '').map(withoutTime)
  return {
    name: 'owners1',
    method: 'PATCH',
    path,
    contentType: 'application/json-patch+json',
    body: [{ op: 'replace', path: '/metadata/managedFields', value }],
    expect: { status: 200 },
  }
}

/** Returns a scenario whose first step gives the fields of a given object to the managers that own them here. [AN6] */
export function withOwners(made: Scenario, subject: Owned): Scenario {
  const owners = ownersStep(subject)
  const first = made.given.find(({ path }) => path === subject.path)?.name
  // The object has another version since it got its owners.
  const steps = made.steps.map((step): Step => {
    const { version: relation, ...expect } = step.expect
    if (relation === undefined || relation.than !== first) return step
    return { ...step, expect: { ...expect, version: { ...relation, than: owners.name } } }
  })
  return { ...made, steps: [owners, ...steps] }
}
