import type { Service } from '#server/kinds/types/core-v1.ts'

/** Name of the service by which a cluster knows its own server. */
export const ownName = 'orch'
/** The first address of the network is its. */
export const ownAddress = '10.96.0.1'

export const isOwnService = ({ metadata }: Service): boolean =>
  metadata.name === ownName && metadata.namespace === 'default'
