import type { Endpoints, EndpointSubset } from '#server/kinds/types/core-v1.ts'

const shownMax = 3

/** Formats up to three ready addresses, then the number of the others. */
export function endpointsText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>'
  const all = subsets.flatMap(addressTexts)
  const shown = all.slice(0, shownMax).join(',')
  return all.length > shownMax ? `${shown} + ${all.length - shownMax} more...` : shown
}

function addressTexts({ addresses = [], ports = [] }: EndpointSubset): readonly string[] {
  const ips = addresses.map(({ ip = '' }) => ip)
  if (ports.length === 0) return ips
  return ports.flatMap(({ port = 0 }) => ips.map((ip) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)))
}
