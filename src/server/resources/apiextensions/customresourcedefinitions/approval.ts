import { type FieldError, invalid, key, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'
import { tryParseUrl, UrlError } from '#go/url.ts'
import type { CustomResourceDefinition } from '#server/kinds/types/apiextensions-v1.ts'

const annotation = 'api-approved.orch.io'
const reference = 'see https://github.com/kubernetes/enhancements/pull/1111'

type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid'

const textOf = ({ metadata }: CustomResourceDefinition): string => own(metadata.annotations ?? {}, annotation) ?? ''

function approvalOf(text: string): Approval {
  if (text === '') return 'missing'
  if (text.startsWith('unapproved')) return 'bypassed'
  const url = tryParseUrl(text)
  return !(url instanceof UrlError) && url.host !== '' && url.scheme !== '' ? 'approved' : 'invalid'
}

/** Groups of the project itself ask for a link to their approval; what was so before may stay so. [CRD13] */
export function validateApproval(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | null,
): readonly FieldError[] {
  const { group = '' } = next.spec ?? {}
  if (group !== 'orch.io' && !group.endsWith('.orch.io')) return []
  const text = textOf(next)
  const approval = approvalOf(text)
  if (live !== null && approvalOf(textOf(live)) === approval) return []
  const path = key('metadata.annotations', annotation)
  const start = `protected groups must have approval annotation ${quoteGo(annotation)}`
  if (approval === 'missing') return [required(path, `${start}, ${reference}`)]
  if (approval === 'invalid')
    return [invalid(path, text, `${start} with either a URL or a reason starting with "unapproved", ${reference}`)]
  return []
}
