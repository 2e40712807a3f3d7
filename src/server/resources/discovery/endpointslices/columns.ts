import type { TableColumn } from '#server/registry/resource-definition.ts'
import { ageColumn, kindColumn, nameColumn } from '#server/resources/parts/table-columns.ts'
import type { EndpointSlice } from '#server/kinds/types/discovery-v1.ts'

const shownMax = 3

function shorten(texts: readonly string[]): string {
  const shown = texts.slice(0, shownMax).join(',')
  if (texts.length > shownMax) return `${shown} + ${texts.length - shownMax} more...`
  return shown === '' ? '<unset>' : shown
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  kindColumn<EndpointSlice>('AddressType', 'IPv4, IPv6 or FQDN.', ({ addressType = '' }) => addressType),
  kindColumn<EndpointSlice>('Ports', 'The port numbers.', ({ ports }) =>
    shorten((ports ?? []).map(({ port, name }) => (port === undefined ? (name ?? '*') : String(port)))),
  ),
  kindColumn<EndpointSlice>('Endpoints', 'The first addresses.', ({ endpoints }) =>
    shorten((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
  ),
  ageColumn,
]
