import { child, type FieldError, type FieldPath, invalid } from '#api/field-error.ts'
import { portName, portNumber } from '#api/names.ts'
import { checkText, oneOf } from '#server/resources/parts/validation/texts.ts'
import type { NetworkPolicyPort } from '#server/kinds/types/networking-v1.ts'

/** Validates one port, by number or name, or a range of numbers. [NP3] */
export const validatePort = (port: NetworkPolicyPort, path: FieldPath): readonly FieldError[] => [
  ...oneOf(port.protocol, child(path, 'protocol'), ['TCP', 'UDP', 'SCTP']),
  ...validateRange(port, path),
]

function validateRange({ port, endPort }: NetworkPolicyPort, path: FieldPath): readonly FieldError[] {
  const endPath = child(path, 'endPort')
  const noEnd = (why: string): readonly FieldError[] =>
    endPort === undefined ? [] : [invalid(endPath, endPort, `may not be specified when \`port\` is ${why}`)]
  if (port === undefined) return noEnd('not specified')
  const here = child(path, 'port')
  if (typeof port === 'string') return [...noEnd('non-numeric'), ...checkText(port, here, portName)]
  return [
    ...checkNumber(port, here),
    // The reference reports the start of the range here, not its end.
    ...(endPort !== undefined && endPort < port
      ? [invalid(endPath, port, 'must be greater than or equal to `port`')]
      : []),
    ...(endPort === undefined ? [] : checkNumber(endPort, endPath)),
  ]
}

const checkNumber = (value: number, path: FieldPath): readonly FieldError[] =>
  portNumber(value).map((text) => invalid(path, value, text))
