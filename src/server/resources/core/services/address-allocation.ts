import { type FieldError, invalid } from '#api/field-error.ts'
import type { Service, ServiceSpec } from '#server/kinds/types/core-v1.ts'
import { keepsPreferredStack } from './address-families.ts'
import type { Pool } from './allocation-pool.ts'
import { isExternalName, specOf } from './service-type.ts'

/** Allocates an address for each family that lacks one, and checks requested addresses. [SVC12] */
export async function allocateClusterIPs(
  next: Service,
  live: Service | null,
  pool: Pool,
): Promise<readonly FieldError[]> {
  const spec = specOf(next)
  if (isExternalName(spec) || startsHeadless(spec)) return []
  const liveSpec = live === null ? null : specOf(live)
  if (liveSpec === null || isExternalName(liveSpec)) return fill(spec, 0, pool)
  if (keepsPreferredStack(spec, liveSpec) || startsHeadless(liveSpec)) return []
  return countFamilies(liveSpec) === 1 && countFamilies(spec) === 2 ? fill(spec, 1, pool) : []
}

const startsHeadless = ({ clusterIPs = [] }: ServiceSpec): boolean => clusterIPs[0] === 'None'
const countFamilies = ({ ipFamilies = [] }: ServiceSpec): number => ipFamilies.length

async function fill(spec: ServiceSpec, from: number, pool: Pool): Promise<readonly FieldError[]> {
  const texts = [...(spec.clusterIPs ?? [])]
  for (let at = from; at < (spec.ipFamilies ?? []).length; at += 1) {
    const asked = texts[at] ?? ''
    if (asked === '') texts[at] = await pool.nextAddress()
    else {
      const refusal = await pool.takeAddress(asked)
      if (refusal !== null) {
        return [invalid('spec.clusterIPs', spec.clusterIPs ?? [], `failed to allocate IP ${asked}: ${refusal}`)]
      }
    }
  }
  spec.clusterIPs = texts
  const [first] = texts
  if (first !== undefined) spec.clusterIP = first
  return []
}
