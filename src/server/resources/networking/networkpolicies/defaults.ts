import type { NetworkPolicy, NetworkPolicyPort } from '#server/kinds/types/networking-v1.ts'

/** policyTypes default to Ingress, and Egress if there are egress rules. [NP2] */
export function setDefaults(next: NetworkPolicy): void {
  next.spec ??= {}
  const { spec } = next
  for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])])
    for (const port of rule.ports ?? []) defaultPort(port)
  if ((spec.policyTypes ?? []).length > 0) return
  spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
}

function defaultPort(port: NetworkPolicyPort): void {
  port.protocol ??= 'TCP'
}
