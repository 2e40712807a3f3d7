import { child, type FieldError, index, invalid } from '#api/field-error.ts'
import { dns1123Subdomain } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Ingress, IngressTLS } from '#server/kinds/types/networking-v1.ts'
import { validateBackend } from './backends.ts'
import { validateHostName, validateRule } from './rules.ts'

/** [ING1] */
export const validate = ({ spec = {} }: Ingress): readonly FieldError[] => {
  const { rules = [], defaultBackend, tls = [], ingressClassName } = spec
  const empty = rules.length === 0 && defaultBackend === undefined
  return [
    ...(empty
      ? [invalid('spec', spec.rules === undefined ? null : [], 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...(defaultBackend === undefined ? [] : validateBackend(defaultBackend, 'spec.defaultBackend')),
    ...rules.flatMap((rule, at) => validateRule(rule, index('spec.rules', at))),
    ...tls.flatMap((entry, at) => validateTLS(entry, index('spec.tls', at))),
    ...(ingressClassName === undefined ? [] : checkText(ingressClassName, 'spec.ingressClassName', dns1123Subdomain)),
  ]
}

function validateTLS({ hosts, secretName = '' }: IngressTLS, path: string): readonly FieldError[] {
  const here = child(path, 'hosts')
  return [
    ...(hosts ?? []).flatMap((host, at) => validateHostName(host, index(here, at))),
    ...(secretName === '' ? [] : checkText(secretName, child(path, 'secretName'), dns1123Subdomain)),
  ]
}
