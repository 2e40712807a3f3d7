import fc from 'fast-check'
import { expect } from 'vitest'
import { isObject } from '#api/json.ts'
import { intersection, isEmptySet } from '#server/merge/managed-fields/field-set.ts'
import { fromFieldsV1 } from '#server/merge/managed-fields/field-set-json.ts'
import type { Answer, TrialServer } from '#semantics/trial-server.ts'
import { search } from './fuzz.ts'
import { createFuzzServer } from './fuzz-server.ts'

const { next, panics } = createFuzzServer()
const names = fc.constantFrom('a', 'b', 'c')

/**
 * Parts of a Deployment with every kind of list and map. None is empty: empty ones are not stored, and would be added
 * again each time.
 */
const applied = fc.record(
  {
    labels: fc.dictionary(names, names, { minKeys: 1, maxKeys: 2 }),
    finalizers: fc.uniqueArray(fc.constantFrom('x.io/a', 'x.io/b'), { minLength: 1, maxLength: 2 }),
    replicas: fc.integer({ min: 0, max: 3 }),
    containers: fc.uniqueArray(
      fc.record(
        {
          name: names,
          image: names,
          env: fc.uniqueArray(fc.record({ name: names, value: names }), {
            selector: ({ name }) => name,
            minLength: 1,
            maxLength: 2,
          }),
          args: fc.array(names, { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: ['name', 'image'] },
      ),
      { selector: ({ name }) => name, minLength: 1, maxLength: 3 },
    ),
    tolerations: fc.array(fc.record({ key: names, operator: fc.constant('Exists') }), {
      minLength: 1,
      maxLength: 2,
    }),
  },
  { requiredKeys: ['containers'] },
)
type Applied = typeof applied extends fc.Arbitrary<infer Value> ? Value : never
const managers = fc.constantFrom('one', 'two', 'three')

function deployment(name: string, { labels, finalizers, replicas, containers, tolerations }: Applied): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...(labels && { labels }), ...(finalizers && { finalizers }) },
    spec: {
      ...(replicas !== undefined && { replicas }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers, ...(tolerations && { tolerations }) },
      },
    },
  }
}

const collection = '/apis/apps/v1/namespaces/default/deployments'
const applyTo =
  (server: TrialServer, name: string) =>
  (manager: string, value: Applied, force: boolean): Promise<Answer> =>
    server.send('PATCH', `${collection}/${name}?fieldManager=${manager}&force=${force}`, deployment(name, value), {
      'content-type': 'application/apply-patch+yaml',
    })

let count = 0

search(
  'apply: done twice changes nothing; who forces owns alone what others had otherwise; what all let go is gone',
  fc.array(fc.tuple(managers, applied, fc.boolean()), { minLength: 1, maxLength: 5 }),
  async (steps) => {
    const name = `d${(count += 1)}`
    const apply = applyTo(next(), name)
    for (const [manager, value, force] of steps) {
      const first = await apply(manager, value, force)
      if (first.status === 409) {
        expect([force, first.body.reason]).toEqual([false, 'Conflict'])
        expect(first.body.details.causes.length).toBeGreaterThan(0)
        continue
      }
      // Dropping a field that others require leaves them with an incomplete container.
      if (first.status === 422) continue
      expect([200, 201]).toContain(first.status)
      const again = await apply(manager, value, force)
      expect([again.status, again.body.metadata.resourceVersion]).toEqual([200, first.body.metadata.resourceVersion])
      checkOwners(first)
      checkContainers(first, value)
    }
    expect(panics).toEqual([])
  },
  60,
)

/** Every manager occurs once per operation, no field set is empty, and all owned fields exist. */
function checkOwners({ body }: Answer): void {
  const entries: { manager: string; operation: string; fieldsV1: never }[] = body.metadata.managedFields
  const keys = entries.map(({ manager, operation }) => `${manager} ${operation}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { fieldsV1 } of entries) {
    const set = fromFieldsV1(fieldsV1)
    expect(isEmptySet(set)).toBe(false)
    expect(isEmptySet(intersection(set, set))).toBe(false)
  }
}

/** The applied fields are in the object. */
function checkContainers({ body }: Answer, { containers, replicas }: Applied): void {
  const found: { name: string; image: string }[] = body.spec.template.spec.containers
  for (const { name, image } of containers) expect(found.find((each) => each.name === name)?.image).toBe(image)
  if (replicas !== undefined) expect(body.spec.replicas).toBe(replicas)
  expect(isObject(body.metadata)).toBe(true)
}
