import { type Soon, soon } from '#api/waiting/soon.ts'
import type { ResourceDefinition } from '#server/registry/resource-definition.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { Attributes } from './attributes.ts'
import type { AdmissionCluster, AdmissionPlugin } from './plugin.ts'
import { ManagedFieldsError, decodeManagedFields } from '#server/merge/managed-fields/managed-fields.ts'
import { type Rounds, createRounds } from './rounds.ts'

/** The mutating plugins and, after the strategy's own validation, the validating plugins. */
export interface AdmissionChain {
  mutate(attributes: Attributes): Soon<void>
  validate(attributes: Attributes): Soon<void>
}

/** Restores managedFields that a plugin left in an invalid state, with a warning. [DA15] */
function restoreBrokenOwners({ warn, object }: Attributes, before: ApiObject['metadata']['managedFields']): void {
  if (object === null || object.metadata.managedFields === before) return
  try {
    decodeManagedFields(object.metadata.managedFields)
  } catch (error) {
    if (!(error instanceof ManagedFieldsError)) throw error
    if (before === undefined) delete object.metadata.managedFields
    else object.metadata.managedFields = before
    warn(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`,
    )
  }
}

/** Runs `plugins` in the order of the list. The first refusal ends the request. [AD1] */
export const createAdmissionChain = (
  plugins: readonly AdmissionPlugin[],
  cluster: AdmissionCluster,
): AdmissionChain => {
  const forType = new WeakMap<ResourceDefinition, ForType>()
  const planOf = (definition: ResourceDefinition): ForType => {
    const known = forType.get(definition)
    if (known !== undefined) return known
    const concerned = plugins.filter((plugin) => plugin.concerns?.(definition) ?? true)
    const made = {
      mutating: concerned.filter(({ mutate }) => mutate !== undefined),
      validating: concerned.filter(({ validate }) => validate !== undefined),
    }
    forType.set(definition, made)
    return made
  }
  // Sequential: each plugin sees the changes of those before it.
  const mutateFrom = (
    mutating: ForType['mutating'],
    first: number,
    attributes: Attributes,
    rounds: Rounds,
  ): Soon<void> => {
    for (let at = first; at < mutating.length; at += 1) {
      const plugin = mutating[at]
      if (plugin?.operations.has(attributes.operation) !== true) continue
      const owners = attributes.object?.metadata.managedFields
      const done = plugin.mutate?.(attributes, cluster, rounds)
      if (done instanceof Promise)
        return done.then(() => {
          restoreBrokenOwners(attributes, owners)
          return mutateFrom(mutating, at + 1, attributes, rounds)
        })
      restoreBrokenOwners(attributes, owners)
    }
  }
  const validateFrom = (validating: ForType['validating'], first: number, attributes: Attributes): Soon<void> => {
    for (let at = first; at < validating.length; at += 1) {
      const plugin = validating[at]
      if (plugin?.operations.has(attributes.operation) !== true) continue
      const done = plugin.validate?.(attributes, cluster)
      if (done instanceof Promise) return done.then(() => validateFrom(validating, at + 1, attributes))
    }
  }
  return {
    mutate(attributes) {
      const { mutating } = planOf(attributes.definition)
      const rounds = createRounds()
      return soon(mutateFrom(mutating, 0, attributes, rounds), () =>
        rounds.next() ? mutateFrom(mutating, 0, attributes, rounds) : undefined,
      )
    },
    validate: (attributes) => validateFrom(planOf(attributes.definition).validating, 0, attributes),
  }
}

/** The plugins that look at writes of a type. */
interface ForType {
  readonly mutating: readonly AdmissionPlugin[]
  readonly validating: readonly AdmissionPlugin[]
}
