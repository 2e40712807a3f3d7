import { type FieldError, invalid, required } from '#api/field-error.ts'
import { byteLength, dns1123Subdomain, qualifiedName } from '#api/names.ts'
import { checkText } from '#server/resources/parts/validation/texts.ts'
import type { Event as CoreEvent } from '#server/kinds/types/core-v1.ts'

const textBytesMax = 128
const messageBytesMax = 1024

/** Validates events of any version. An event with eventTime comes from the newer API and must be complete. [EV3] */
export function validateAnyEvent(
  event: CoreEvent,
  reporterField: 'reportingComponent' | 'reportingController',
): readonly FieldError[] {
  const { namespace = '' } = event.metadata
  return [
    ...((event.eventTime ?? '') === '' ? validateNamespaces(event) : validateComplete(event, reporterField)),
    ...checkText(namespace, 'namespace', dns1123Subdomain),
  ]
}

const mismatch = (found: string): readonly FieldError[] => [
  invalid('involvedObject.namespace', found, 'does not match event.namespace'),
]

/** Events about cluster-scoped objects belong to `default`. */
function validateNamespaces({ metadata: { namespace = '' }, involvedObject }: CoreEvent): readonly FieldError[] {
  const { namespace: about = '' } = involvedObject ?? {}
  const fits = about === '' ? namespace === '' || namespace === 'default' : namespace === about
  return fits ? [] : mismatch(about)
}

function validateComplete(event: CoreEvent, reporterField: string): readonly FieldError[] {
  const { reportingComponent: reporter = '', reportingInstance: instance = '', action = '', reason = '' } = event
  return [
    ...validateSystemNamespace(event),
    ...(reporter === '' ? [required(reporterField)] : []),
    ...checkText(reporter, reporterField, qualifiedName),
    ...requireShort(instance, 'reportingInstance'),
    ...requireShort(action, 'action'),
    ...requireShort(reason, 'reason'),
    ...limit(event.message ?? '', 'message', messageBytesMax),
  ]
}

/** Events about cluster-scoped objects may also be in the system namespace. */
function validateSystemNamespace({ metadata: { namespace = '' }, involvedObject }: CoreEvent): readonly FieldError[] {
  const isSystem = namespace === 'default' || namespace === 'kube-system'
  return (involvedObject?.namespace ?? '') === '' && !isSystem ? mismatch('') : []
}

const limit = (text: string, field: string, bytesMax: number): readonly FieldError[] =>
  byteLength(text) > bytesMax ? [invalid(field, '', `can have at most ${bytesMax} characters`)] : []

const requireShort = (text: string, field: string): readonly FieldError[] =>
  text === '' ? [required(field)] : limit(text, field, textBytesMax)
