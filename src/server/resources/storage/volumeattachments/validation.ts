import { child, type FieldError, type FieldPath, forbidden, required, tooLong } from '#api/field-error.ts'
import { own } from '#api/json.ts'
import { byteLength, dns1123Subdomain } from '#api/names.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import { validateInlineSpec } from '#server/resources/core/persistentvolumes/validation-inline.ts'
import { validateDriverName } from '#server/resources/parts/pod-spec/volumes/cloud-volumes.ts'
import type { VolumeAttachment, VolumeAttachmentSource, VolumeError } from '#server/kinds/types/storage-v1.ts'

const metadataBytesMax = 256 * 1024
const messageBytesMax = 1024
const either = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

/** Requires an attacher, one volume and a node. [VAT1] */
export const validate = ({ spec = {}, status = {} }: VolumeAttachment): readonly FieldError[] => [
  ...requireText(spec.attacher, 'spec.attacher'),
  ...validateSource(spec.source ?? {}),
  ...checkText(spec.nodeName ?? '', 'spec.nodeName', dns1123Subdomain),
  ...validateMetadata(status.attachmentMetadata ?? {}),
  ...validateError(status.attachError, 'status.attachError'),
  ...validateError(status.detachError, 'status.detachError'),
]

/** Validates stricter rules that apply on create only. [VAT1] */
export const validateNew = ({ spec = {} }: VolumeAttachment): readonly FieldError[] => [
  ...validateDriverName(spec.attacher ?? '', 'spec.attacher'),
  ...(spec.source?.persistentVolumeName === undefined
    ? []
    : checkText(spec.source.persistentVolumeName, 'spec.source.persistentVolumeName', dns1123Subdomain)),
]

function validateSource({ inlineVolumeSpec, persistentVolumeName }: VolumeAttachmentSource): readonly FieldError[] {
  const path = 'spec.source'
  if (inlineVolumeSpec === undefined)
    return persistentVolumeName === undefined
      ? [required(path, either)]
      : requireText(
          persistentVolumeName,
          child(path, 'persistentVolumeName'),
          'must specify non empty persistentVolumeName',
        )
  if (persistentVolumeName !== undefined) return [forbidden(path, either)]
  return validateInlineSpec(inlineVolumeSpec, child(path, 'inlineVolumeSpec'))
}

function validateMetadata(metadata: { readonly [key: string]: string }): readonly FieldError[] {
  const bytes = Object.keys(metadata).reduce(
    (sum, name) => sum + byteLength(name) + byteLength(own(metadata, name) ?? ''),
    0,
  )
  return bytes > metadataBytesMax ? [tooLong('status.attachmentMetadata', metadataBytesMax)] : []
}

/** [VAT3] */
function validateError(error: VolumeError | undefined, path: FieldPath): readonly FieldError[] {
  if (error === undefined) return []
  const { message = '' } = error
  // The message names another limit, as in the reference.
  return byteLength(message) > messageBytesMax ? [tooLong(child(path, 'message'), metadataBytesMax)] : []
}
