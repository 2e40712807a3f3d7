import { child, type FieldError, type FieldPath, index, invalid } from '#api/field-error.ts'
import { validateIp } from '#server/resources/parts/validation/addresses.ts'
import { parseIp } from '#server/resources/parts/validation/ip-text.ts'
import { dns1123Subdomain } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Ingress, IngressLoadBalancerIngress } from '#server/kinds/types/networking-v1.ts'

const path = 'status.loadBalancer.ingress'

/** Validates the addresses and host names of a load balancer. [ING6] */
export const validateLoadBalancer = ({ status }: Ingress): readonly FieldError[] =>
  (status?.loadBalancer?.ingress ?? []).flatMap((point, at) => validatePoint(point, index(path, at)))

function validatePoint({ ip = '', hostname = '' }: IngressLoadBalancerIngress, here: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = []
  if (ip !== '') errors.push(...validateIp(ip, child(here, 'ip')))
  if (hostname === '') return errors
  errors.push(...checkText(hostname, child(here, 'hostname'), dns1123Subdomain))
  if (parseIp(hostname) !== null)
    errors.push(invalid(child(here, 'hostname'), hostname, 'must be a DNS name, not an IP address'))
  return errors
}
