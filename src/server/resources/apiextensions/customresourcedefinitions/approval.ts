import { type FieldError, invalid, key, required } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { quoteGo } from '#go/quote.ts'
import { tryParseUrl, UrlError } from '#go/url.ts'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '#server/kinds/types/apiextensions-v1.ts'

const annotation = 'api-approved.orch.io'
const reference = 'see https://github.com/orch/enhancements/pull/1111'

type Approval = 'missing' | 'bypassed' | 'approved' | 'invalid'

const textOf = ({ metadata }: CustomResourceDefinition): string => own(metadata.annotations ?? {}, annotation) ?? ''

function approvalOf(text: string): Approval {
  if (text === '') return 'missing'
  if (text.startsWith('unapproved')) return 'bypassed'
  const url = tryParseUrl(text)
  return !(url instanceof UrlError) && url.host !== '' && url.scheme !== '' ? 'approved' : 'invalid'
}

const isProtected = (group: string): boolean => group === 'orch.io' || group.endsWith('.orch.io')

const start = `protected groups must have approval annotation ${quoteGo(annotation)}`
const missing = `${start}, ${reference}`
const invalidText = `${start} with either a URL or a reason starting with "unapproved", ${reference}`

type ApprovalCondition = CustomResourceDefinitionCondition

/**
 * Returns the condition that reports the API approval of a definition in a protected group; null in other groups.
 * [CRD13]
 */
export function approvalCondition(crd: CustomResourceDefinition): ApprovalCondition | null {
  if (!isProtected(crd.spec?.group ?? '')) return null
  const text = textOf(crd)
  const condition = (status: string, reason: string, message: string): ApprovalCondition => ({
    type: 'KubernetesAPIApprovalPolicyConformant',
    status,
    reason,
    message,
  })
  switch (approvalOf(text)) {
    case 'missing':
      return condition('False', 'MissingAnnotation', missing)
    case 'bypassed':
      return condition('False', 'UnapprovedAnnotation', `not approved: ${quoteGo(text)}`)
    case 'approved':
      return condition('True', 'ApprovedAnnotation', `approved in ${text}`)
    case 'invalid':
      return condition('False', 'InvalidAnnotation', invalidText)
  }
}

/** Requires an approval annotation for protected groups; an update may keep an invalid one. [CRD13] */
export function validateApproval(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | null,
): readonly FieldError[] {
  const { group = '' } = next.spec ?? {}
  if (!isProtected(group)) return []
  const text = textOf(next)
  const approval = approvalOf(text)
  if (live !== null && approvalOf(textOf(live)) === approval) return []
  const path = key('metadata.annotations', annotation)
  if (approval === 'missing') return [required(path, missing)]
  if (approval === 'invalid') return [invalid(path, text, invalidText)]
  return []
}
