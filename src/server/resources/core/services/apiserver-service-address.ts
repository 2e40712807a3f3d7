import type { Service } from '#server/kinds/types/core-v1.ts'

/** Name of the service that exposes the API server inside a cluster. */
export const apiServerServiceName = 'orch'
/** The first address of the network is reserved for the API server. */
export const apiServerServiceAddress = '10.96.0.1'

export const isOwnService = ({ metadata }: Service): boolean =>
  metadata.name === apiServerServiceName && metadata.namespace === 'default'
