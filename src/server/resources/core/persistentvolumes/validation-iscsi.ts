import { type FieldError, invalid, required } from '#api/field-error.ts'
import { inclusiveRange } from '#server/resources/parts/validation/numbers.ts'
import { requireText } from '#server/resources/parts/validation/texts.ts'
import type { ISCSIPersistentVolumeSource } from '#server/kinds/types/core-v1.ts'

const path = 'spec.iscsi'
const portalBytesMax = 64
const formats: readonly (readonly [string, RegExp])[] = [
  ['iqn', /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
]
const lunMax = 255

/** Validates iSCSI sources. [PV1] */
export function validateIscsi(source: ISCSIPersistentVolumeSource, volumeName: string): readonly FieldError[] {
  const { targetPortal = '', iqn = '', lun = 0, initiatorName } = source
  const isLong = initiatorName !== undefined && `${volumeName}:${targetPortal}`.length > portalBytesMax
  return [
    ...requireText(targetPortal, `${path}.targetPortal`),
    ...(isLong
      ? [
          invalid(
            `${path}.targetportal`,
            targetPortal,
            'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.',
          ),
        ]
      : []),
    ...(iqn === '' ? [required(`${path}.iqn`)] : validateName(iqn, `${path}.iqn`)),
    ...(lun < 0 || lun > lunMax ? [invalid(`${path}.lun`, lun, inclusiveRange(0, lunMax))] : []),
    ...validateSecret(source),
    ...(initiatorName === undefined ? [] : validateName(initiatorName, `${path}.initiatorname`)),
  ]
}

function validateSecret(source: ISCSIPersistentVolumeSource): readonly FieldError[] {
  const { secretRef, chapAuthDiscovery = false, chapAuthSession = false } = source
  if (secretRef !== undefined) return requireText(secretRef.name, `${path}.secretRef.name`)
  return chapAuthDiscovery || chapAuthSession ? [required(`${path}.secretRef`)] : []
}

function validateName(name: string, field: string): readonly FieldError[] {
  const format = formats.find(([prefix]) => name.startsWith(prefix))
  return format?.[1].test(name) === true ? [] : [invalid(field, name, 'must be valid format')]
}
