import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { Ingress } from '#server/kinds/types/networking-v1.ts'

const hostsMax = 3

/** Formats the first three hosts and the number of other rules; `*` when no rule has a host. */
function hostsText({ spec }: Ingress): string {
  const rules = spec?.rules ?? []
  const hosts: string[] = []
  let more = false
  for (const { host = '' } of rules) {
    if (hosts.length === hostsMax) more = true
    else if (host !== '') hosts.push(host)
  }
  if (hosts.length === 0) return '*'
  return more ? `${hosts.join(',')} + ${rules.length - hostsMax} more...` : hosts.join(',')
}

function addressText({ status }: Ingress): string {
  const points = (status?.loadBalancer?.ingress ?? []).map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip))
  return [...new Set(points)]
    .filter((text) => text !== '')
    .toSorted()
    .join(',')
}

/** [ING8] */
export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<Ingress>('Class', 'The name of the ingress class.', ({ spec }) => spec?.ingressClassName ?? '<none>'),
  kindColumn<Ingress>('Hosts', 'The hosts of the rules.', hostsText),
  kindColumn<Ingress>('Address', 'The addresses of the load balancer.', addressText),
  kindColumn<Ingress>('Ports', 'The ports on which requests are accepted.', ({ spec }) =>
    (spec?.tls ?? []).length > 0 ? '80, 443' : '80',
  ),
  ageColumn,
]
