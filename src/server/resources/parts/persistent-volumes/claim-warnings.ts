import { child, type FieldPath, key } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { isWholeAmount } from '#server/resources/parts/validation/amounts.ts'
import type { PersistentVolumeClaimSpec } from '#server/kinds/types/core-v1.ts'

/** Warns of fractional bytes in the requests and limits of a claim. */
export const claimSpecWarnings = ({ resources = {} }: PersistentVolumeClaimSpec, path: FieldPath): readonly string[] =>
  (['requests', 'limits'] as const).flatMap((type) => {
    const amount = own(resources[type], 'storage')
    if (amount === undefined || isWholeAmount(amount)) return []
    const here = key(child(path, 'resources', type), 'storage')
    return [`${here}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`]
  })
