import { child, duplicate, type FieldError, type FieldPath, index, invalid, required } from '#api/field-error.ts'
import { dns1123Label, dns1123Subdomain } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import { internalForm } from '#server/resources/parts/internal-types/internal-form.ts'
import type { PodResourceClaim } from '#server/kinds/types/core-v1.ts'

/** Validates the resource claims of a pod, to which its containers refer. [POD37] */
export function validatePodResourceClaims(claims: readonly PodResourceClaim[], path: FieldPath): readonly FieldError[] {
  const names = new Set<string>()
  return claims.flatMap((claim, at) => [
    ...validateName(claim.name ?? '', names, child(index(path, at), 'name')),
    ...validateSource(claim, index(path, at)),
  ])
}

function validateName(name: string, names: Set<string>, path: FieldPath): readonly FieldError[] {
  if (name === '') return [required(path)]
  if (names.has(name)) return [duplicate(path, name)]
  names.add(name)
  return checkText(name, path, dns1123Label)
}

function validateSource(claim: PodResourceClaim, path: FieldPath): readonly FieldError[] {
  const { resourceClaimName: name, resourceClaimTemplateName: template } = claim
  const shown = internalForm('core.v1.PodResourceClaim', claim)
  const errors: FieldError[] = []
  if (name !== undefined && template !== undefined) {
    const why = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'
    errors.push(invalid(path, shown, why))
  }
  if (name === undefined && template === undefined) {
    errors.push(invalid(path, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'))
  }
  if (name !== undefined) errors.push(...checkText(name, child(path, 'resourceClaimName'), dns1123Subdomain))
  if (template !== undefined) {
    errors.push(...checkText(template, child(path, 'resourceClaimTemplateName'), dns1123Subdomain))
  }
  return errors
}
