import type { ApiObject } from '#api/object-meta.ts'

export const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''

/** The namespace of an object; empty for cluster-scoped ones. */
export const namespaceOf = ({ metadata }: ApiObject): string => metadata.namespace ?? ''

export const uidOf = ({ metadata }: ApiObject): string => metadata.uid ?? ''

export const labelOf = ({ metadata }: ApiObject, key: string): string => metadata.labels?.[key] ?? ''

export const createdOf = ({ metadata }: ApiObject): string => metadata.creationTimestamp ?? ''
