/**
 * The loops of a controller manager and the scheduler, in the order in which they start. Their code is loaded when the
 * first of them starts.
 */
export const loopNames = [
  'deployment',
  'replicaset',
  'replicationcontroller',
  'statefulset',
  'daemonset',
  'job',
  'cronjob',
  'ttl-after-finished',
  'endpointslice-controller',
  'endpoints-controller',
  'endpointslice-mirroring-controller',
  'disruption',
  'persistentvolume-binder-controller',
  'ephemeral-volume-controller',
  'resourceclaim-controller',
  'horizontal-pod-autoscaler-controller',
  'serviceaccount-token',
  'certificatesigningrequest-approving-controller',
  'certificatesigningrequest-signing-controller',
  'certificatesigningrequest-cleaner-controller',
  'node-lifecycle',
  'taint-eviction-controller',
  'ttl',
  'pod-garbage-collector-controller',
  'scheduler',
] as const

export type LoopName = (typeof loopNames)[number]

/** The loops of the server itself, in the order in which they start. Their code is loaded when the first of them starts. */
export const serverLoopNames = [
  'namespace',
  'garbage-collector',
  'api-services',
  'api-service-availability',
  'service-addresses',
  'resourcequota',
  'clusterrole-aggregation',
  'flow-schemas',
  'persistentvolumeclaim-protection',
  'persistentvolume-protection',
  'volumeattributesclass-protection',
  'validatingadmissionpolicy-status',
  'serviceaccount',
  'root-ca-certificate-publisher',
] as const

export type ServerLoopName = (typeof serverLoopNames)[number]
