import { own } from '#api/json.ts'
import type { TableColumn } from '#server/registry/resource-definition.ts'
import { amountNames } from '#server/resources/parts/validation/amount-maps.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { ResourceQuota } from '#server/kinds/types/core-v1.ts'

/** Formats `name: used/hard` of each resource whose hard limit is in the status. */
const usage = ({ status }: ResourceQuota, wanted: (name: string) => boolean): string =>
  amountNames(status?.hard)
    .filter(wanted)
    .map((name) => `${name}: ${own(status?.used, name) ?? '0'}/${own(status?.hard, name) ?? '0'}`)
    .join(', ')

const isLimit = (name: string): boolean => name.startsWith('limits.')

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<ResourceQuota>('Request', 'Usage and limits of requests and counts.', (quota) =>
    usage(quota, (name) => !isLimit(name)),
  ),
  kindColumn<ResourceQuota>('Limit', 'Usage and limits of limits.', (quota) => usage(quota, isLimit)),
  ageColumn,
]
