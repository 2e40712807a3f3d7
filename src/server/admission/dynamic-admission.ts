import type { Clock } from '#api/clock.ts'
import type { OutboundFetch } from '#api/outbound-fetch.ts'
import type { Authorizer } from '#server/auth/authorizer.ts'
import type { ResourceTable } from '#server/registry/resource-table.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { followObjects } from './dynamic/followed-objects.ts'
import { registrationGroup } from './dynamic/match-request.ts'
import type { AdmissionPlugin } from './chain/plugin.ts'
import { mutatingPolicies } from './policies/mutating-policies.ts'
import { planPolicies } from './policies/policy-plan.ts'
import { validatingPolicies } from './policies/validating-policies.ts'
import { mutatingWebhooks } from './webhooks/mutating-webhooks.ts'
import { validatingWebhooks } from './webhooks/validating-webhooks.ts'
import { planWebhooks } from './webhooks/webhook-plan.ts'

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

/** Watches the objects of admissionregistration.orch.io and runs the webhooks and policies that they define. [DA7] */
export function createDynamicAdmission(options: DynamicAdmissionOptions): DynamicAdmission {
  const { objects, resources, fetch, clock, uid, authorizer, hasMutatingPolicies } = options
  const follow = (resource: string): ReturnType<typeof followObjects<ReturnType<typeof planWebhooks>>> =>
    followObjects(objects, resources, { group: registrationGroup, resources: [resource] }, planWebhooks)
  const mutating = follow('mutatingwebhookconfigurations')
  const validating = follow('validatingwebhookconfigurations')
  const followPolicies = (
    ...names: readonly string[]
  ): ReturnType<typeof followObjects<ReturnType<typeof planPolicies>>> =>
    followObjects(objects, resources, { group: registrationGroup, resources: names }, planPolicies)
  const policies = followPolicies('validatingadmissionpolicies', 'validatingadmissionpolicybindings')
  const mutators = followPolicies('mutatingadmissionpolicies', 'mutatingadmissionpolicybindings')
  const shared = { dispatcher: { fetch, clock, uid }, authorizer, definitions: () => resources().definitions }
  return {
    plugins: [
      mutatingPolicies({ ...shared, followed: mutators, isOn: hasMutatingPolicies }),
      mutatingWebhooks({ ...shared, followed: mutating }),
      validatingPolicies({ followed: policies, ...shared }),
      validatingWebhooks({ ...shared, followed: validating }),
    ],
    stop() {
      mutating.stop()
      validating.stop()
      policies.stop()
      mutators.stop()
    },
  }
}
