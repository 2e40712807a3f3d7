import type { Service } from '#server/kinds/types/core-v1.ts'

/** Name of the service that exposes the API server inside a cluster. */
export const apiServerServiceName = 'orch'

export const isOwnService = ({ metadata }: Service): boolean =>
  metadata.name === apiServerServiceName && metadata.namespace === 'default'
