import {
  appArmor,
  capabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbes,
  privileged,
  procMount,
  seLinuxEngine,
  seLinuxFirst,
  sysctls,
  windowsHostProcess,
} from './baseline-checks.ts'
import type { LevelVersion } from './levels.ts'
import type { PodCheck, PodFacts, Violation } from './pod-facts.ts'
import {
  droppedCapabilities,
  nonRoot,
  privilegeEscalation,
  rootUser,
  unlessWindows,
  volumeTypes,
} from './restricted-checks.ts'
import { seccomp, seccompNotes, seccompRequired } from './seccomp-checks.ts'

interface Check {
  readonly id: string
  /** The implementations by the minor version from which they apply, ascending. */
  readonly versions: readonly (readonly [since: number, check: PodCheck])[]
  /** The id of the baseline check that this one replaces. */
  readonly overrides?: string
}

// Sorted by id, which is the order of the messages.
const baseline: readonly Check[] = [
  { id: 'appArmorProfile', versions: [[0, appArmor]] },
  { id: 'capabilities_baseline', versions: [[0, capabilities]] },
  { id: 'hostNamespaces', versions: [[0, hostNamespaces]] },
  { id: 'hostPathVolumes', versions: [[0, hostPathVolumes]] },
  { id: 'hostPorts', versions: [[0, hostPorts]] },
  { id: 'hostProbesAndHostLifecycle', versions: [[34, hostProbes]] },
  { id: 'privileged', versions: [[0, privileged]] },
  { id: 'procMount', versions: [[0, procMount]] },
  {
    id: 'seLinuxOptions',
    versions: [
      [0, seLinuxFirst],
      [31, seLinuxEngine],
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      [0, seccompNotes],
      [19, seccomp],
    ],
  },
  { id: 'sysctls', versions: [0, 27, 29, 32].map((minor) => [minor, sysctls(minor)]) },
  { id: 'windowsHostProcess', versions: [[0, windowsHostProcess]] },
]

const restricted: readonly Check[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      [8, privilegeEscalation],
      [25, unlessWindows(privilegeEscalation)],
    ],
  },
  {
    id: 'capabilities_restricted',
    overrides: 'capabilities_baseline',
    versions: [
      [22, droppedCapabilities],
      [25, unlessWindows(droppedCapabilities)],
    ],
  },
  { id: 'restrictedVolumes', overrides: 'hostPathVolumes', versions: [[0, volumeTypes]] },
  { id: 'runAsNonRoot', versions: [[0, nonRoot]] },
  { id: 'runAsUser', versions: [[23, rootUser]] },
  {
    id: 'seccompProfile_restricted',
    overrides: 'seccompProfile_baseline',
    versions: [
      [19, seccompRequired],
      [25, unlessWindows(seccompRequired)],
    ],
  },
]

/** The newest minor version with rules. `latest` and later versions use it. */
const minorMax = 34

const checkOf = ({ versions }: Check, minor: number): PodCheck | null =>
  versions.findLast(([since]) => since <= minor)?.[1] ?? null

/** Returns the violations of a pod at a level, in the order of the reference. */
export function violationsOf(pod: PodFacts, { level, minor }: LevelVersion): readonly Violation[] {
  if (level === 'privileged') return []
  const at = Math.min(minor ?? minorMax, minorMax)
  const isThere = (check: Check): boolean => checkOf(check, at) !== null
  const upper = level === 'restricted' ? restricted.filter(isThere) : []
  const lower = baseline.filter(({ id }) => !upper.some(({ overrides }) => overrides === id))
  return [...lower, ...upper].flatMap((check) => checkOf(check, at)?.(pod) ?? [])
}

/** Formats the reasons with their details. */
export const inDetail = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ')

/** Formats the reasons only. */
export const inShort = (violations: readonly Violation[]): string => violations.map(({ reason }) => reason).join(', ')
