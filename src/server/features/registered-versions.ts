/**
 * Versions that the reference knows besides those that are served here: `--runtime-config` may turn them off, but not
 * on. [FL2]
 */
export const registeredVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['admission.orch.io', ['v1', 'v1beta1']],
  ['admissionregistration.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['apidiscovery.orch.io', ['v2', 'v2beta1']],
  ['apiextensions.orch.io', ['v1', 'v1beta1']],
  ['apiregistration.orch.io', ['v1', 'v1beta1']],
  ['apps', ['v1', 'v1beta1', 'v1beta2']],
  ['authentication.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['authorization.orch.io', ['v1', 'v1beta1']],
  ['autoscaling', ['v1', 'v2', 'v2beta1', 'v2beta2']],
  ['batch', ['v1', 'v1beta1']],
  ['certificates.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['coordination.orch.io', ['v1', 'v1beta1', 'v1alpha2']],
  ['discovery.orch.io', ['v1', 'v1beta1']],
  ['events.orch.io', ['v1', 'v1beta1']],
  ['extensions', ['v1beta1']],
  ['flowcontrol.apiserver.orch.io', ['v1', 'v1beta1', 'v1beta2', 'v1beta3']],
  ['imagepolicy.orch.io', ['v1alpha1']],
  ['internal.apiserver.orch.io', ['v1alpha1']],
  ['networking.orch.io', ['v1', 'v1beta1']],
  ['node.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['policy', ['v1', 'v1beta1']],
  ['rbac.authorization.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['resource.orch.io', ['v1', 'v1beta1', 'v1beta2', 'v1alpha3']],
  ['scheduling.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['storage.orch.io', ['v1', 'v1beta1', 'v1alpha1']],
  ['storagemigration.orch.io', ['v1alpha1']],
])
