import { child, type FieldError, type FieldPath, forbidden, invalid, required } from '#api/field-error.ts'
import { httpHeaderName } from '#api/names.ts'
import { nonNegative } from '#server/resources/parts/validation/numbers.ts'
import { checkText, requireText } from '#server/resources/parts/validation/texts.ts'
import type {
  GRPCAction,
  ExecAction,
  HTTPGetAction,
  Lifecycle,
  Probe,
  SleepAction,
  TCPSocketAction,
} from '#server/kinds/types/core-v1.ts'
import { notSupported } from '#api/field-error.ts'
import { validatePortNumberOrName } from './ports.ts'

interface Handler {
  readonly exec?: ExecAction | undefined
  readonly httpGet?: HTTPGetAction | undefined
  readonly tcpSocket?: TCPSocketAction | undefined
  readonly grpc?: GRPCAction | undefined
  readonly sleep?: SleepAction | undefined
}

/**
 * The kind of a probe: liveness and startup probes need a success threshold of 1, and readiness probes may not set a
 * grace period.
 */
export type ProbeKind = 'livenessProbe' | 'readinessProbe' | 'startupProbe'

/** Validates one probe of a container. [POD25] */
export function validateProbe(
  probe: Probe | undefined,
  kind: ProbeKind,
  grace: number,
  path: FieldPath,
): readonly FieldError[] {
  if (probe === undefined || probe === null) return []
  const errors: FieldError[] = [...validateHandler(probe, grace, path), ...validateTimes(probe, path)]
  const { successThreshold = 0, terminationGracePeriodSeconds: own } = probe
  if (kind === 'readinessProbe') {
    if (own === undefined) return errors
    return [
      ...errors,
      invalid(child(path, 'terminationGracePeriodSeconds'), own, 'must not be set for readinessProbes'),
    ]
  }
  if (successThreshold !== 1) errors.push(invalid(child(path, 'successThreshold'), successThreshold, 'must be 1'))
  return errors
}

function validateTimes(probe: Probe, path: FieldPath): readonly FieldError[] {
  const own = probe.terminationGracePeriodSeconds
  return [
    ...nonNegative(probe.initialDelaySeconds, child(path, 'initialDelaySeconds')),
    ...nonNegative(probe.timeoutSeconds, child(path, 'timeoutSeconds')),
    ...nonNegative(probe.periodSeconds, child(path, 'periodSeconds')),
    ...nonNegative(probe.successThreshold, child(path, 'successThreshold')),
    ...nonNegative(probe.failureThreshold, child(path, 'failureThreshold')),
    ...(own !== undefined && own <= 0
      ? [invalid(child(path, 'terminationGracePeriodSeconds'), own, 'must be greater than 0')]
      : []),
  ]
}

/** Validates the postStart and preStop hooks. [POD26] */
export const validateLifecycle = (
  lifecycle: Lifecycle | undefined,
  grace: number,
  path: FieldPath,
): readonly FieldError[] =>
  (['postStart', 'preStop'] as const).flatMap((moment) => {
    const handler = lifecycle?.[moment]
    if (!handler) return []
    return validateHandler({ ...handler, grpc: undefined }, grace, child(path, moment))
  })

/** Requires exactly one handler type; only the first one is validated. */
function validateHandler(handler: Handler, grace: number, path: FieldPath): readonly FieldError[] {
  const types = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const
  const [first, ...more] = types.filter((type) => handler[type])
  if (first === undefined) return [required(path, 'must specify a handler type')]
  return [
    ...validateAction(handler, first, grace, child(path, first)),
    ...more.map((type) => forbidden(child(path, type), 'may not specify more than 1 handler type')),
  ]
}

function validateAction(handler: Handler, type: keyof Handler, grace: number, path: FieldPath): readonly FieldError[] {
  const { exec = {}, httpGet = {}, tcpSocket, grpc, sleep = {} } = handler
  switch (type) {
    case 'exec':
      return validateExec(exec, path)
    case 'httpGet':
      return validateHttpGet(httpGet, path)
    case 'tcpSocket':
    case 'grpc':
      return validatePortNumberOrName((tcpSocket ?? grpc)?.port, child(path, 'port'))
    case 'sleep':
      return validateSleep(sleep.seconds, grace, path)
  }
}

const validateExec = ({ command }: ExecAction, path: FieldPath): readonly FieldError[] =>
  command && command.length > 0 ? [] : [required(child(path, 'command'))]

const validateHttpGet = (action: HTTPGetAction, path: FieldPath): readonly FieldError[] => [
  ...requireText(action.path, child(path, 'path')),
  ...validatePortNumberOrName(action.port, child(path, 'port')),
  ...(action.scheme === 'HTTP' || action.scheme === 'HTTPS'
    ? []
    : [notSupported(child(path, 'scheme'), action.scheme ?? '', ['HTTP', 'HTTPS'])]),
  ...(action.httpHeaders ?? []).flatMap(({ name = '' }) => checkText(name, child(path, 'httpHeaders'), httpHeaderName)),
]

const validateSleep = (seconds = 0, grace: number, path: FieldPath): readonly FieldError[] =>
  seconds < 0 || seconds > grace
    ? [invalid(path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`)]
    : []
