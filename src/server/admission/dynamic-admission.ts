import type { Clock } from '#api/clock.ts'
import { type Soon, soon } from '#api/waiting/soon.ts'
import type { ApiObject } from '#api/object-meta.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { onDemand, type OnDemand } from '#api/loading/on-demand.ts'
import { type Followed, followObjects } from './dynamic/followed-objects.ts'
import { allOperations, policyOperations, registrationGroup } from './dynamic/match-request.ts'
import type { DynamicPlugins } from './dynamic-plugins.ts'
import type { AdmissionPlugin } from './chain/plugin.ts'
import { type PlannedPolicy, planPolicies } from './policies/policy-plan.ts'

/** Dependencies of dynamic admission: webhooks and policies. */
export interface DynamicAdmissionOptions {
  readonly objects: ObjectStore
  readonly resources: () => ResourceTable
  readonly fetch: OutboundFetch
  readonly clock: Clock
  readonly authorizer: Authorizer
  readonly uid: () => string
  /** Reports whether there are mutating policies. */
  readonly hasMutatingPolicies: () => boolean
}

/**
 * Dynamic admission: webhooks and policies. `plugins` are in the reference's order, and run between the built-in
 * plugins and quota.
 */
export interface DynamicAdmission {
  readonly plugins: readonly AdmissionPlugin[]
  /** Ends the watches. */
  stop(): void
}

/**
 * Watches the objects of admissionregistration.orch.io and runs the webhooks and policies that they define. Their code is
 * loaded when the first one is there. [DA7]
 */
export function createDynamicAdmission(options: DynamicAdmissionOptions): DynamicAdmission {
  const { objects, resources, fetch, clock, uid, authorizer, hasMutatingPolicies } = options
  const follow = (resource: string): Followed<readonly ApiObject[]> =>
    followObjects(objects, resources, { group: registrationGroup, resources: [resource] }, (found) => found)
  const mutating = follow('mutatingwebhookconfigurations')
  const validating = follow('validatingwebhookconfigurations')
  const followPolicies = (...names: readonly string[]): Followed<readonly PlannedPolicy[]> =>
    followObjects(objects, resources, { group: registrationGroup, resources: names }, planPolicies)
  const policies = followPolicies('validatingadmissionpolicies', 'validatingadmissionpolicybindings')
  const mutators = followPolicies('mutatingadmissionpolicies', 'mutatingadmissionpolicybindings')
  const shared = { dispatcher: { fetch, clock, uid }, authorizer, definitions: () => resources().definitions }
  const plugins = onDemand(async () =>
    (await import('./dynamic-plugins.ts')).dynamicPlugins({
      mutators: { followed: mutators, isOn: hasMutatingPolicies },
      policies,
      mutating,
      validating,
      shared,
    }),
  )
  const { mutate, validate } = whenThere(plugins)
  return {
    plugins: [
      {
        name: 'MutatingAdmissionPolicy',
        operations: policyOperations,
        // Mutating policies are no served type while they are off, so nothing is read then.
        mutate: mutate('mutatingPolicies', { read: () => (hasMutatingPolicies() ? mutators.read() : []) }),
      },
      {
        name: 'MutatingAdmissionWebhook',
        operations: allOperations,
        mutate: mutate('mutatingWebhooks', mutating),
      },
      {
        name: 'ValidatingAdmissionPolicy',
        operations: allOperations,
        validate: validate('validatingPolicies', policies),
      },
      {
        name: 'ValidatingAdmissionWebhook',
        operations: allOperations,
        validate: validate('validatingWebhooks', validating),
      },
    ],
    stop() {
      mutating.stop()
      validating.stop()
      policies.stop()
      mutators.stop()
    },
  }
}

/** Objects that a plugin follows: it has nothing to do as long as there are none. */
type Stored = Pick<Followed<readonly unknown[]>, 'read'>

/** Returns the calls of plugins, which do nothing before there is something to run. */
function whenThere(plugins: OnDemand<DynamicPlugins>) {
  const run = ({ read }: Stored, call: (all: DynamicPlugins) => Soon<void> | undefined): Soon<void> =>
    soon(read(), (found) => (found.length === 0 ? undefined : soon(plugins.load(), () => call(plugins.loaded()))))
  return {
    mutate:
      (name: keyof DynamicPlugins, stored: Stored): NonNullable<AdmissionPlugin['mutate']> =>
      (...request) =>
        run(stored, (all) => all[name].mutate?.(...request)),
    validate:
      (name: keyof DynamicPlugins, stored: Stored): NonNullable<AdmissionPlugin['validate']> =>
      (...request) =>
        run(stored, (all) => all[name].validate?.(...request)),
  }
}
