import type { ResourceDefinition } from '#server/registry/resource-definition.ts'

/** The types of patches besides an apply. To add one, add it here and to `patch-kinds.ts`. [PA1] */
const patchMediaTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
] as const

export type PatchMediaType = (typeof patchMediaTypes)[number]

/** Custom resources have no Go type whose tags define how lists merge. [PA1] */
export const patchMediaTypesOf = ({ typedItems }: ResourceDefinition): readonly PatchMediaType[] =>
  typedItems === true
    ? patchMediaTypes.filter((each) => each !== 'application/strategic-merge-patch+json')
    : patchMediaTypes
